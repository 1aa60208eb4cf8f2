import type { Egress } from '../../schema/kernel/ports/egress.ts';
import { OAuthFailure, type OAuthServer } from '../../schema/kernel/ports/provider-oauth.ts';
import { itemsOf, own, type JsonObject } from '../../schema/values/foreign-values.ts';
import { objectIn } from './answer.ts';
import { unproven, unreadable } from './failure.ts';
import { send } from './send.ts';

interface Places {
  issuer: string;
  /** The possible URLs of its metadata, the likeliest first. */
  urls: readonly string[];
}

const maxUrlLength = 2048;
const maxAlgorithms = 50;

/** An authorization server with its metadata. */
export interface Discovered {
  server: OAuthServer;
  metadata: JsonObject;
}

/** Reads the metadata of a server. Throws an OAuthFailure. */
export async function discover(egress: Egress, url: URL): Promise<Discovered> {
  const { issuer, urls } = placesOf(url);
  let missing: unknown;
  for (const place of urls) {
    try {
      const metadata = await send(egress, place, { method: 'GET' }, objectIn);
      return { server: serverOf(metadata, issuer), metadata };
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing = error;
    }
  }
  throw new OAuthFailure(
    'unreadable',
    'This URL has no metadata of an OpenID provider or an authorization server.',
    { cause: missing },
  );
}

// OpenID Connect Discovery 1.0 §4 puts the well-known path after the issuer's path, RFC 8414 §3.1 before it.
function placesOf({ origin, pathname, href }: URL): Places {
  const known = /^(.*)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(\/.*)?$/.exec(
    pathname,
  );
  if (known) return { issuer: `${origin}${known[1]}${known[2] ?? ''}`, urls: [href] };
  const path = pathname.replace(/\/$/, '');
  return {
    issuer: `${origin}${path}`,
    urls: [
      `${origin}${path}/.well-known/openid-configuration`,
      `${origin}/.well-known/oauth-authorization-server${path}`,
      // RFC 8414 §5.
      ...(path === '' ? [] : [`${origin}/.well-known/openid-configuration${path}`]),
    ],
  };
}

/** Whether the next URL may be tried, because this one has no metadata. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof OAuthFailure &&
    !['unavailable', 'destination_not_allowed', 'identity_unproven'].includes(error.code)
  );
}

function serverOf(metadata: JsonObject, expected: string): OAuthServer {
  const tokenUrl = urlIn(metadata, 'token_endpoint');
  if (tokenUrl === null) throw unreadable('It names no token endpoint.');
  return {
    issuer: issuerIn(metadata, expected),
    authorizationUrl: urlIn(metadata, 'authorization_endpoint'),
    tokenUrl,
    refreshUrl: null,
    revocationUrl: urlIn(metadata, 'revocation_endpoint'),
    clientAuthentication: authenticationIn(metadata),
    tellsIssuer: own(metadata, 'authorization_response_iss_parameter_supported') === true,
    openId: openIdIn(metadata),
  };
}

// RFC 8414 §3.3. The URL of metadata does not show whether the issuer ends in a slash.
function issuerIn(metadata: JsonObject, expected: string): string {
  const issuer = own(metadata, 'issuer');
  const said = typeof issuer === 'string' ? URL.parse(issuer) : null;
  if (typeof issuer !== 'string' || !said || said.href.replace(/\/$/, '') !== expected.replace(/\/$/, ''))
    throw unproven('The authorization server at this URL identifies itself as another one.');
  return issuer;
}

function urlIn(metadata: JsonObject, name: string): string | null {
  const value = own(metadata, name);
  if (typeof value !== 'string' || value.length > maxUrlLength) return null;
  const url = URL.parse(value);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

// RFC 8414 §2: the default is `client_secret_basic`.
function authenticationIn(metadata: JsonObject): OAuthServer['clientAuthentication'] {
  const methods = itemsOf(own(metadata, 'token_endpoint_auth_methods_supported'));
  return methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    ? 'POST'
    : 'BASIC';
}

// OpenID Connect Discovery 1.0 §3 requires both; RFC 8414 does not define the algorithms.
function openIdIn(metadata: JsonObject): OAuthServer['openId'] {
  const jwksUrl = urlIn(metadata, 'jwks_uri');
  const signingAlgorithms = itemsOf(own(metadata, 'id_token_signing_alg_values_supported'))
    .slice(0, maxAlgorithms)
    .filter((name): name is string => typeof name === 'string' && /^[\w-]{1,20}$/.test(name));
  return jwksUrl !== null && signingAlgorithms.length > 0 ? { jwksUrl, signingAlgorithms } : null;
}
