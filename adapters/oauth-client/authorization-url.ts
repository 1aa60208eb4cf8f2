import { hash } from 'node:crypto';
import {
  OAuthFailure,
  type ConsentRequest,
  type OAuthServer,
} from '../../schema/kernel/ports/provider-oauth.ts';
import { notOffered } from './failure.ts';
import { additional } from './library.ts';

/** Returns the URL where a person's browser consents: the code flow with PKCE (RFC 7636). */
export function authorizationUrl(
  server: OAuthServer,
  clientId: string,
  { redirectUri, scopes, state, codeVerifier, nonce, parameters }: ConsentRequest,
): URL {
  const url = addressOf(server);
  // RFC 6749 §3.1: the URL keeps its own parameters. Ours come last, and override them.
  for (const [name, value] of additional(server, parameters, scopes)) url.searchParams.set(name, value);
  // OpenID Connect Core 1.0 §11: a provider ignores `offline_access` without `prompt=consent`.
  const isOffline = server.resource !== undefined && scopes?.includes('offline_access');
  if (isOffline && parameters?.['prompt'] === undefined) url.searchParams.set('prompt', 'consent');
  const ours = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: hash('sha256', codeVerifier, 'base64url'),
    code_challenge_method: 'S256',
    ...(nonce !== null && { nonce }),
  };
  for (const [name, value] of Object.entries(ours)) url.searchParams.set(name, value);
  return url;
}

function addressOf({ authorizationUrl: given, tokenUrl }: OAuthServer): URL {
  if (given === null) throw notOffered('for authorization');
  const url = URL.parse(given);
  if (!url || url.username || url.password || url.hash || !isSafe(url, tokenUrl))
    throw new OAuthFailure(
      'destination_not_allowed',
      'The authorization URL must begin with https://, without a user name, a password or a fragment.',
    );
  return url;
}

// Allows http only on the host of an http token URL, which only the operator can allow for egress.
function isSafe({ protocol, hostname }: URL, tokenUrl: string): boolean {
  const token = URL.parse(tokenUrl);
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && token?.protocol === protocol && token.hostname === hostname)
  );
}
