import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { errors, type Configuration } from 'oidc-provider';
import { browse } from './browser.ts';
import { OidcMemory } from './oidc-memory.ts';

/** An external OpenID provider on loopback, with a confidential and a public client; PKCE is required. */
export interface OidcProvider extends AsyncDisposable {
  issuer: URL;
  client: { clientId: string; clientSecret: string };
  /** The client without a secret. */
  publicClient: { clientId: string };
  redirectUri: string;
  /** A resource that returns the owner of the access token; it answers 401 to tokens for other resources. */
  me: URL;
  /** The account that signs in. */
  account: string;
  /** Whether the person consents. */
  consents: boolean;
  /** The stated lifetime of access tokens. */
  accessTokenSeconds: number;
  /** Opens a URL in a browser that signs in and consents; returns the query that the client gets. */
  visit(url: URL): Promise<URLSearchParams>;
  /** Returns the resource of a valid access token; null for others. */
  audienceOf(accessToken: string): Promise<string | null>;
  /** Ends all access tokens immediately, before their stated end. */
  endAccessTokens(): void;
  /** Revokes all consents, so that no refresh token works. */
  endGrants(): void;
}

export const oidcScopes = ['openid', 'records:read', 'records:write'];

// With special characters of headers and forms, so that both sides must use the same encoding.
const client = { clientId: 'client: of/tests', clientSecret: `100% +&= ${randomBytes(16).toString('hex')}` };

const publicClient = { clientId: 'in-the-open' };

/** Starts a real `oidc-provider` with its own clock. It issues tokens for resources of `isResource`. */
export async function startOidcProvider(
  redirectUri = 'https://platform.example/oauth/callback',
  isResource: (resource: string) => boolean = () => false,
): Promise<OidcProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const memory = new OidcMemory();
  const it: OidcProvider = {
    issuer,
    client,
    publicClient,
    redirectUri,
    me: new URL('/me', issuer),
    account: 'account-1',
    consents: true,
    accessTokenSeconds: 3600,
    visit: async (url) => await browse(url, redirectUri),
    audienceOf: async (accessToken) => {
      const token =
        (await provider.AccessToken.find(accessToken)) ??
        (await provider.ClientCredentials.find(accessToken));
      return token?.isValid && typeof token.aud === 'string' ? token.aud : null;
    },
    endAccessTokens: () => {
      memory.forget('AccessToken');
      memory.forget('ClientCredentials');
    },
    endGrants: () => {
      memory.forget('Grant');
      memory.forget('RefreshToken');
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  const provider = new Provider(issuer.origin, configuration(it, memory, isResource));
  const serve = provider.callback();
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === it.me.pathname) void tellWhose(provider, request, response);
    else if (pathname.startsWith('/interaction/')) void interact(provider, it, request, response);
    else void serve(request, response);
  });
  return it;
}

function configuration(
  it: OidcProvider,
  memory: OidcMemory,
  isResource: (resource: string) => boolean,
): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const seconds = () => it.accessTokenSeconds;
  return {
    adapter: memory.adapter,
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [it.redirectUri],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        id_token_signed_response_alg: 'ES256',
      },
      {
        client_id: publicClient.clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [it.redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientAuthMethods: ['client_secret_basic', 'none'],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => {
          if (!isResource(resource)) throw new errors.InvalidTarget();
          const scope = oidcScopes.join(' ');
          return {
            scope,
            audience: resource,
            accessTokenTTL: it.accessTokenSeconds,
            accessTokenFormat: 'opaque',
          };
        },
        useGrantedResource: () => true,
      },
      revocation: { enabled: true, allowedPolicy: (_, { clientId }, token) => token.clientId === clientId },
      userinfo: { enabled: false },
    },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: () => true,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' }] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    scopes: [...oidcScopes, 'offline_access'],
    ttl: {
      AccessToken: seconds,
      ClientCredentials: seconds,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3600,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
  };
}

// There are no pages: the answers of the person are known in advance.
async function interact(
  provider: Provider,
  { account, consents }: OidcProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const finish = async (result: Parameters<Provider['interactionFinished']>[2]) =>
    await provider.interactionFinished(request, response, result);
  if (!consents) return await finish({ error: 'access_denied' });
  if (prompt.name === 'login') return await finish({ login: { accountId: account } });
  const grant = new provider.Grant({
    accountId: session?.accountId ?? account,
    clientId: String(params['client_id']),
  });
  const { scope, resource } = params;
  if (typeof scope === 'string') grant.addOIDCScope(scope);
  if (typeof scope === 'string' && typeof resource === 'string') grant.addResourceScope(resource, scope);
  await finish({ consent: { grantId: await grant.save() } });
}

async function tellWhose(
  provider: Provider,
  { headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, given = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  const token = (await provider.AccessToken.find(given)) ?? (await provider.ClientCredentials.find(given));
  if (!token?.isValid) {
    response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
    return;
  }
  const account = 'accountId' in token ? token.accountId : null;
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ account, client: token.clientId, scopes: [...token.scopes] }));
}
