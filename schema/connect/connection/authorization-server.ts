import type { Connection } from '../../../db/models/connection.ts';
import type { Context } from '../../kernel/context.ts';
import { validationFailed, type Refusal } from '../../values/errors.ts';
import {
  describedServer,
  OAuthFailure,
  type OAuthServer,
  type ProtectedResource,
} from '../../kernel/ports/provider-oauth.ts';
import type { Way } from './method.ts';

/** How a connection authenticates, and its base URL. */
type Led = Way & Pick<Connection, 'baseUrl'>;

interface Said {
  revocationUrl?: string | null | undefined;
  clientAuthentication?: OAuthServer['clientAuthentication'] | null | undefined;
}

const methods = {
  AUTHORIZATION_CODE: 'OAUTH2_AUTHORIZATION_CODE',
  CLIENT_CREDENTIALS: 'OAUTH2_CLIENT_CREDENTIALS',
} as const;

/** The methods with OAuth tokens. */
export const oauthMethods = Object.values(methods);

export function isOAuth(method: Connection['method']): boolean {
  return oauthMethods.some((one) => one === method);
}

/** Whether a client gets tokens without a person, who can then only change its secret. */
export function isClients({ method }: Connection): boolean {
  return method === 'OAUTH2_CLIENT_CREDENTIALS';
}

/** The authorization server of a connection, and the scopes that it requests by default. */
interface Found {
  server: OAuthServer | null;
  scopes: string[];
}

/**
 * Finds the authorization server of a connection: the description, the OpenID provider or the MCP server names it, and the
 * caller may override parts. The server is null where the connection uses no OAuth. Endpoints on another origin than the token
 * endpoint are dropped, because the client secret goes to one origin only.
 */
export async function findServer(
  ctx: Pick<Context, 'oauth'>,
  way: Led,
  { revocationUrl, clientAuthentication }: Said,
): Promise<Found> {
  if (!isOAuth(way.method)) return { server: null, scopes: [] };
  const { server: told, scopes } = await describedResource(ctx, way);
  const { origin } = new URL(told.tokenUrl);
  const isThere = (url: string | null) => url !== null && new URL(url).origin === origin;
  if (revocationUrl && !isThere(revocationUrl)) throw elsewhere(origin);
  const server = {
    ...told,
    refreshUrl: isThere(told.refreshUrl) ? told.refreshUrl : null,
    revocationUrl: revocationUrl ?? (isThere(told.revocationUrl) ? told.revocationUrl : null),
    clientAuthentication: clientAuthentication ?? told.clientAuthentication,
  };
  return { server, scopes };
}

function elsewhere(origin: string): Refusal {
  const message = `must be at ${origin}, the origin of the token endpoint, since the client’s secret is sent there`;
  return validationFailed([{ pointer: '/revocationUrl', code: 'invalid', message }]);
}

async function describedResource(
  { oauth }: Pick<Context, 'oauth'>,
  { method, scheme, baseUrl }: Led,
): Promise<ProtectedResource> {
  const placed = (address: string) => placedOn(baseUrl, address);
  // MCP describes no security schemes; the server itself names its authorization server.
  if (scheme === null)
    return await discovered('an MCP server', async () => await oauth.discoverResource(new URL(baseUrl)));
  if (scheme.kind === 'OPEN_ID_CONNECT') {
    const url = new URL(placed(scheme.discoveryUrl));
    const server = await discovered('an OpenID provider', async () => await oauth.discover(url));
    return { server, scopes: ['openid'] };
  }
  const flow = scheme.kind === 'OAUTH2' ? scheme.flows.find(({ grant }) => methods[grant] === method) : null;
  if (!flow) throw new Error('A connection by OAuth has no flow.');
  const server = describedServer({
    ...flow,
    authorizationUrl: flow.authorizationUrl && placed(flow.authorizationUrl),
    tokenUrl: placed(flow.tokenUrl),
    refreshUrl: flow.refreshUrl && placed(flow.refreshUrl),
  });
  return { server, scopes: [] };
}

// A path is on the account’s own origin. It is appended as text, so that it cannot name another host.
function placedOn(baseUrl: string, address: string): string {
  return address.startsWith('/') ? new URL(baseUrl).origin + address : address;
}

async function discovered<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    const message = `names ${what} whose OAuth discovery failed: ${error.message}`;
    throw validationFailed([{ pointer: '/connectorId', code: error.code, message }]);
  }
}

/** Returns the authorization server of an OAuth connection. Throws if there is none. */
export function serverOf({ id, authorizationServer }: Connection): OAuthServer {
  if (!authorizationServer) throw new Error(`The connection ${id} has no authorization server.`);
  return authorizationServer as OAuthServer;
}
