import Provider, {
  errors,
  interactionPolicy,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { mcpScopes } from '../../db/models/mcp-consent.ts';
import { stillConsented } from '../../schema/identity/mcp-credential/consents.ts';
import { mcpPartiesOf, tokenSeconds } from '../../schema/identity/mcp-credential/tokens.ts';
import type { Signer } from '../../schema/identity/session/key-ring.ts';
import { takenAlgorithms } from '../../schema/values/public-key.ts';
import { algorithm } from '../../schema/identity/session/signing-key.ts';
import { assertBriefAssertion } from './assertions.ts';
import { adaptClients, versionMember } from './clients.ts';
import { documentsOf, type Documents } from './client-documents.ts';
import { cacheDocuments } from './cached-documents.ts';
import { grantToGoOn, pickedIn } from './grants.ts';
import { authMethods, mountPath, revocationPath } from './metadata.ts';
import { watchFailures } from './failures.ts';
import { reportError } from './pages/error.ts';
import { refreshSeconds } from './refresh-tokens.ts';
import { contextOfRequest } from './requests.ts';
import { signInSeconds, signedIn } from './sessions.ts';
import { RingKey } from './signing.ts';
import { storageOf } from './storage.ts';
import { completeToken } from './tokens.ts';
import type { SurfacePorts } from '../http/surface.ts';

/** How long a person has from the first page to the last. */
export const interactionSeconds = 600;
/** RFC 9700 §2.1.1 expects clients to use a code immediately. */
const codeSeconds = 60;

/** Creates an authorization server that signs with one key; all its state is in the database. */
export function createProvider(ports: SurfacePorts, signer: Signer): Provider {
  const { baseUrl } = ports.settings;
  const { issuer } = mcpPartiesOf(baseUrl);
  const provider = new Provider(issuer, configurationOf(ports, signer));
  // The library builds URLs from X-Forwarded-Host and X-Forwarded-Proto, which `libraryRequest` sets.
  provider.proxy = true;
  adaptClients(provider);
  cacheDocuments(provider);
  watchFailures(provider);
  return provider;
}

function configurationOf(ports: SurfacePorts, signer: Signer): Configuration {
  const { baseUrl } = ports.settings;
  const documents = documentsOf(ports);
  return {
    adapter: storageOf(ports),
    assertJwtClientAuthClaimsAndHeader: assertBriefAssertion,
    clientAuthMethods: authMethods,
    clientDefaults: { id_token_signed_response_alg: algorithm },
    clockTolerance: 30,
    conformIdTokenClaims: false,
    cookies: cookiesOf(ports),
    enabledJWA: { clientAuthSigningAlgValues: takenAlgorithms },
    extraClientMetadata: { properties: [versionMember] },
    features: featuresOf(baseUrl, documents),
    fetch: documents.fetch,
    // Tokens outlast the sign-in from which they came. Codes do not: `findAccount` checks their session.
    expiresWithSession: () => false,
    findAccount: async (ctx, sessionId, token) => {
      const isGood =
        token?.kind === 'RefreshToken'
          ? await stillConsented(contextOfRequest(ctx.req), pickedIn(ctx.oidc.entities.Grant))
          : await signedIn(contextOfRequest(ctx.req), sessionId);
      return isGood ? { accountId: sessionId, claims: () => ({ sub: sessionId }) } : undefined;
    },
    formats: { customizers: { jwt: completeToken as never } },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `${mountPath}/interaction/${uid}` },
    jwks: { keys: [new RingKey(signer)] },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    loadExistingGrant: async (ctx) => (hasEnded(ctx) ? undefined : await grantToGoOn(ctx)),
    pkce: { required: () => true },
    renderError: reportError,
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: { authorization: '/auth', token: '/token', revocation: revocationPath },
    scopes: [],
    ttl: {
      AccessToken: tokenSeconds,
      AuthorizationCode: codeSeconds,
      ClientCredentials: tokenSeconds,
      // Each grant sets its own lifetime.
      Grant: interactionSeconds,
      IdToken: tokenSeconds,
      Interaction: interactionSeconds,
      RefreshToken: () => refreshSeconds(),
      Session: signInSeconds,
    },
  };
}

function featuresOf(baseUrl: string, { mayFetch }: Documents): Configuration['features'] {
  const { audience } = mcpPartiesOf(baseUrl);
  return {
    clientCredentials: { enabled: true },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      cacheDuration: { min: 60, max: 3600 },
      allowFetch: mayFetch,
    },
    // A key-bound token needs a proof with each request (RFC 9449 §7), which this server does not check.
    dPoP: { enabled: false },
    devInteractions: { enabled: false },
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      getResourceServerInfo: (ctx, resource) => {
        if (resource !== audience) throw new errors.InvalidTarget();
        assertKnownScopes(ctx);
        return {
          scope: mcpScopes.join(' '),
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: tokenSeconds,
          jwt: { sign: { alg: algorithm } },
        };
      },
    },
    // RFC 7009 §2.1: another client's token stays valid, and the answer does not reveal that it exists.
    revocation: { enabled: true, allowedPolicy: (_ctx, { clientId }, token) => token.clientId === clientId },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
}

// RFC 6749 §3.3 permits a server to ignore unknown scopes; an error informs the client.
function assertKnownScopes({ oidc }: KoaContextWithOIDC): void {
  const known: readonly string[] = mcpScopes;
  const unknown = [...oidc.requestParamScopes].find((scope) => !known.includes(scope));
  if (unknown !== undefined) throw new errors.InvalidScope(`The scopes are ${known.join(' and ')}.`, unknown);
}

function cookiesOf(ports: SurfacePorts): Configuration['cookies'] {
  const secure = ports.settings.baseUrl.startsWith('https:');
  // RFC 6265bis §4.1.3: `__Host-` requires the path /, but only this part should get these cookies.
  const prefix = secure ? '__Secure-' : '';
  const options = { httpOnly: true, overwrite: true, sameSite: 'lax', secure, signed: true } as const;
  return {
    keys: [ports.keyedHash('oauth cookies', 'signing').toString('base64url')],
    long: { ...options, path: mountPath },
    short: options,
    names: {
      session: `${prefix}sallyport_session`,
      interaction: `${prefix}sallyport_interaction`,
      resume: `${prefix}sallyport_resume`,
    },
  };
}

/**
 * The library's policy with two changes. A remembered consent admits a native client like any other (RFC 8252
 * §8.6 asks the person each time). The person signs in again if our session has ended, or after an hour.
 */
function policy(): interactionPolicy.DefaultPolicy {
  const usual = interactionPolicy.base();
  const ended = new interactionPolicy.Check('sign_in_ended', 'the sign-in has ended', hasEnded);
  usual.get('login')?.checks.add(ended);
  usual.get('consent')?.checks.remove('native_client_prompt');
  return usual;
}

function hasEnded({ oidc: { session, account }, req }: KoaContextWithOIDC): boolean {
  if (session?.accountId === undefined) return false;
  const now = contextOfRequest(req).clock.now().getTime() / 1000;
  return !account || now >= (session.loginTs ?? 0) + signInSeconds;
}
