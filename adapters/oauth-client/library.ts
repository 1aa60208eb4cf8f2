import {
  None,
  allowInsecureRequests,
  clockSkew,
  customFetch,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
} from 'oauth4webapi';
import type { IncomingAnswer, Egress } from '../../schema/kernel/ports/egress.ts';
import {
  protocolParameters,
  type OAuthClient,
  type OAuthServer,
} from '../../schema/kernel/ports/provider-oauth.ts';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import type { JsonObject } from '../../schema/values/foreign-values.ts';
import { sendingBy } from './send.ts';

/** What is known of a server, in the library’s words. */
export function metadataOf(server: OAuthServer): AuthorizationServer {
  const { issuer, tokenUrl, revocationUrl, tellsIssuer, openId } = server;
  return {
    // The library wants one; without an issuer nothing is ever compared with it.
    issuer: issuer ?? tokenUrl,
    token_endpoint: tokenUrl,
    authorization_response_iss_parameter_supported: tellsIssuer,
    ...(revocationUrl !== null && { revocation_endpoint: revocationUrl }),
    ...(openId && {
      jwks_uri: openId.jwksUrl,
      id_token_signing_alg_values_supported: openId.signingAlgorithms,
    }),
  };
}

export function clientOf({ clientId }: OAuthClient, clock: Clock): Client {
  // The library’s now is that of the process, and this many seconds.
  const seconds = Math.round((clock.now().getTime() - Date.now()) / 1000);
  return { client_id: clientId, [clockSkew]: seconds };
}

/** RFC 6749 §2.3.1. */
export function authenticationOf(
  { clientAuthentication }: OAuthServer,
  { clientId, clientSecret }: OAuthClient,
): ClientAuth {
  if (clientSecret === null) return None();
  if (clientAuthentication === 'POST')
    return (_, __, body) => {
      body.set('client_id', clientId);
      body.set('client_secret', clientSecret);
    };
  // The library’s own encodes what need not be, such as dashes, and many servers decode nothing.
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
  return (_, __, ___, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
}

/** How the library sends: by egress alone, which judges addresses, whether they need TLS too. */
export function sendingOptions(egress: Egress, read: (answer: IncomingAnswer) => JsonObject | null) {
  return { [customFetch]: sendingBy(egress, read), [allowInsecureRequests]: true } as const;
}

/** What a request to a server says beside what the protocol’s own parameters do. */
export function additional(
  { resource }: Pick<OAuthServer, 'resource'>,
  parameters: Readonly<Record<string, string>> = {},
  scopes: readonly string[] = [],
): URLSearchParams {
  const free = Object.entries(parameters).filter(([name]) => !protocolParameters.has(name));
  const all = new URLSearchParams(free);
  if (scopes.length > 0) all.set('scope', scopes.join(' '));
  if (resource !== undefined) all.set('resource', resource);
  return all;
}
