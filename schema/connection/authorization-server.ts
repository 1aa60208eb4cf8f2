import type { Connection } from '../../db/models/connection.ts';
import type { Context } from '../context.ts';
import { validationFailed, type Refusal } from '../errors.ts';
import { describedServer, OAuthFailure, type OAuthServer } from '../oauth.ts';
import type { Way } from './method.ts';

/** How a connection proves who calls, and where it leads. */
type Led = Way & Pick<Connection, 'baseUrl'>;

interface Said {
  revocationUrl?: string | null | undefined;
  clientAuthentication?: OAuthServer['clientAuthentication'] | null | undefined;
}

const methods = {
  AUTHORIZATION_CODE: 'OAUTH2_AUTHORIZATION_CODE',
  CLIENT_CREDENTIALS: 'OAUTH2_CLIENT_CREDENTIALS',
} as const;

export function isOAuth(method: Connection['method']): boolean {
  return Object.values<string>(methods).includes(method);
}

/** Whether a client gets tokens by itself, so that a new secret of it is all that a person can give. */
export function isClients({ method }: Connection): boolean {
  return method === 'OAUTH2_CLIENT_CREDENTIALS';
}

/**
 * Where the OAuth of a connection is spoken, as the description or the OpenID provider itself says, and what is said by hand
 * beside that; null where none is spoken. The client's secret goes to one origin, so what is told to be elsewhere is left out.
 */
export async function findServer(
  ctx: Pick<Context, 'oauth'>,
  way: Led,
  { revocationUrl, clientAuthentication }: Said,
): Promise<OAuthServer | null> {
  if (!isOAuth(way.method)) return null;
  const told = await toldOf(ctx, way);
  const { origin } = new URL(told.tokenUrl);
  const isThere = (url: string | null) => url !== null && new URL(url).origin === origin;
  if (revocationUrl && !isThere(revocationUrl)) throw elsewhere(origin);
  return {
    ...told,
    refreshUrl: isThere(told.refreshUrl) ? told.refreshUrl : null,
    revocationUrl: revocationUrl ?? (isThere(told.revocationUrl) ? told.revocationUrl : null),
    clientAuthentication: clientAuthentication ?? told.clientAuthentication,
  };
}

function elsewhere(origin: string): Refusal {
  const message = `must be at ${origin}, where tokens come from, since the client’s secret is sent there`;
  return validationFailed([{ pointer: '/revocationUrl', code: 'invalid', message }]);
}

async function toldOf(ctx: Pick<Context, 'oauth'>, { method, scheme, baseUrl }: Led): Promise<OAuthServer> {
  const placed = (address: string) => placedOn(baseUrl, address);
  if (scheme?.kind === 'OPEN_ID_CONNECT') return await discover(ctx, placed(scheme.discoveryUrl));
  const flow = scheme?.kind === 'OAUTH2' ? scheme.flows.find(({ grant }) => methods[grant] === method) : null;
  if (!flow) throw new Error('A connection by OAuth has no flow.');
  return describedServer({
    ...flow,
    authorizationUrl: flow.authorizationUrl && placed(flow.authorizationUrl),
    tokenUrl: placed(flow.tokenUrl),
    refreshUrl: flow.refreshUrl && placed(flow.refreshUrl),
  });
}

// A path is on the account's own origin; put behind it as a text, so that it names no other host.
function placedOn(baseUrl: string, address: string): string {
  return address.startsWith('/') ? new URL(baseUrl).origin + address : address;
}

async function discover({ oauth }: Pick<Context, 'oauth'>, discoveryUrl: string): Promise<OAuthServer> {
  try {
    return await oauth.discover(new URL(discoveryUrl));
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    const message = `names an OpenID provider that cannot be asked now: ${error.message}`;
    throw validationFailed([{ pointer: '/connectorId', code: error.code, message }]);
  }
}

/** The authorization server of a connection that speaks OAuth. */
export function serverOf({ id, authorizationServer }: Connection): OAuthServer {
  if (!authorizationServer) throw new Error(`The connection ${id} has no authorization server.`);
  return authorizationServer as OAuthServer;
}
