import {
  checkResourceAllowed,
  extractWWWAuthenticateParams,
  LATEST_PROTOCOL_VERSION,
} from '@modelcontextprotocol/client';
import type { Egress, IncomingAnswer } from '../../schema/kernel/ports/egress.ts';
import { OAuthFailure, type ProtectedResource } from '../../schema/kernel/ports/provider-oauth.ts';
import { itemsOf, own, type JsonObject } from '../../schema/values/foreign-values.ts';
import { objectIn } from './answer.ts';
import { discover, isMissing } from './discover.ts';
import { unproven, unreadable } from './failure.ts';
import { scopesOf } from './scopes.ts';
import { send } from './send.ts';

/** The challenge of a 401 (RFC 9728 §5.1). */
type Challenge = Pick<ReturnType<typeof extractWWWAuthenticateParams>, 'resourceMetadataUrl' | 'scope'>;

const wellKnown = '/.well-known/oauth-protected-resource';
const maxResourceLength = 2048;

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: LATEST_PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'sallyport', title: 'Sallyport', version: '1' },
  },
});

/**
 * Finds the authorization server of an MCP server: through the challenge of its 401, or its well-known URLs
 * (RFC 9728; MCP 2025-11-25, authorization). Throws an OAuthFailure.
 */
export async function discoverResource(egress: Egress, url: URL): Promise<ProtectedResource> {
  const challenge = await challengeOf(egress, url);
  const said = await metadataOf(egress, url, challenge);
  const { server, metadata } = await discover(egress, authorizationServerIn(said, url));
  assertS256(metadata);
  return {
    server: { ...server, resource: resourceIn(said, url) },
    scopes: withOfflineAccess(scopesOf(challenge.scope ?? own(said, 'scopes_supported')) ?? [], metadata),
  };
}

// A real `initialize`, because servers challenge requests of the protocol only.
async function challengeOf(egress: Egress, url: URL): Promise<Challenge> {
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  return await send(egress, url.href, { method: 'POST', headers, body: initialize }, challengeIn);
}

function challengeIn({ status, headers }: IncomingAnswer): Challenge {
  if (status !== 401) return {};
  const given = headers['www-authenticate'] ?? '';
  return extractWWWAuthenticateParams(new Response(null, { status, headers: { 'www-authenticate': given } }));
}

/** Returns the metadata of the server; null for MCP 2025-03-26, where the server's origin is the issuer. */
async function metadataOf(
  egress: Egress,
  url: URL,
  { resourceMetadataUrl }: Challenge,
): Promise<JsonObject | null> {
  const { origin, pathname } = url;
  if (resourceMetadataUrl && resourceMetadataUrl.origin !== origin)
    throw unproven(
      'The MCP server points to metadata on another host. The metadata must be on its own host.',
    );
  const read = async (place: string) => await send(egress, place, { method: 'GET' }, objectIn);
  // If the challenge names a URL, no other is tried.
  if (resourceMetadataUrl) return await read(resourceMetadataUrl.href);
  const path = pathname === '/' ? [] : [`${origin}${wellKnown}${pathname}`];
  for (const place of [...path, `${origin}${wellKnown}`]) {
    try {
      return await read(place);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return null;
}

// RFC 9728 §3.3 requires the exact URL; MCP clients also accept a parent path, and servers depend on it.
function resourceIn(metadata: JsonObject | null, url: URL): string {
  if (!metadata) return url.href;
  const resource = own(metadata, 'resource');
  const isOne = typeof resource === 'string' && resource.length <= maxResourceLength && isPlain(resource);
  if (isOne && checkResourceAllowed({ requestedResource: url, configuredResource: resource }))
    return resource;
  throw unproven('The metadata of the MCP server describes another resource.');
}

// RFC 8707 §2: a resource has no fragment.
function isPlain(resource: string): boolean {
  const url = URL.parse(resource);
  return url !== null && url.hash === '' && url.username === '' && url.password === '';
}

function authorizationServerIn(metadata: JsonObject | null, url: URL): URL {
  if (!metadata) return new URL(url.origin);
  const [first] = itemsOf(own(metadata, 'authorization_servers'));
  const issuer = typeof first === 'string' && first.length <= maxResourceLength ? URL.parse(first) : null;
  if (issuer && (issuer.protocol === 'https:' || issuer.protocol === 'http:')) return issuer;
  throw new OAuthFailure('unreadable', 'The metadata of the MCP server names no authorization server.');
}

// MCP 2025-11-25, authorization: clients must refuse a server without it.
function assertS256(metadata: JsonObject): void {
  if (itemsOf(own(metadata, 'code_challenge_methods_supported')).includes('S256')) return;
  throw unreadable('It does not announce PKCE with S256, which MCP requires.');
}

// Many servers issue a refresh token only for this scope.
function withOfflineAccess(scopes: readonly string[], metadata: JsonObject): string[] {
  const offered = itemsOf(own(metadata, 'scopes_supported'));
  const isOffered = offered.includes('offline_access') && !scopes.includes('offline_access');
  return isOffered ? [...scopes, 'offline_access'] : [...scopes];
}
