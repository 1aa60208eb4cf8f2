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
import { keepDocuments } from './kept-documents.ts';
import { grantToGoOn, pickedIn } from './grants.ts';
import { authMethods, mountPath, revocationPath } from './metadata.ts';
import { watchFailures } from './failures.ts';
import { tellError } from './pages/error.ts';
import { refreshSeconds } from './refresh-tokens.ts';
import { contextOfRequest } from './requests.ts';
import { signInSeconds, signedIn } from './sessions.ts';
import { RingKey } from './signing.ts';
import { storageOf } from './storage.ts';
import { completeToken } from './tokens.ts';
import type { SurfacePorts } from '../http/surface.ts';

/** How long a person has from the first page to the last. */
export const interactionSeconds = 600;
/** RFC 9700 §2.1.1 has codes be used at once. */
const codeSeconds = 60;

/** An authorization server that signs with one key; everything that it remembers is in the database. */
export function createProvider(ports: SurfacePorts, signer: Signer): Provider {
  const { baseUrl } = ports.settings;
  const { issuer } = mcpPartiesOf(baseUrl);
  const provider = new Provider(issuer, configurationOf(ports, signer));
  // Addresses are made of X-Forwarded-Host and X-Forwarded-Proto, which `libraryRequest` sets.
  provider.proxy = true;
  adaptClients(provider);
  keepDocuments(provider);
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
    // Tokens outlast the sign-in that they came of; codes do not, which are judged with it.
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
    renderError: tellError,
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: { authorization: '/auth', token: '/token', revocation: revocationPath },
    scopes: [],
    ttl: {
      AccessToken: tokenSeconds,
      AuthorizationCode: codeSeconds,
      ClientCredentials: tokenSeconds,
      // Each says for how long it is.
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
    // A token that is bound to a key would have to be proven each time (RFC 9449 §7), which is not asked here.
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
    // RFC 7009 §2.1: what is another client's is left alone, and nobody learns whether there is one.
    revocation: { enabled: true, allowedPolicy: (_ctx, { clientId }, token) => token.clientId === clientId },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
}

// RFC 6749 §3.3 lets unknown scopes be left out; who asked for them learns it this way.
function assertKnownScopes({ oidc }: KoaContextWithOIDC): void {
  const known: readonly string[] = mcpScopes;
  const unknown = [...oidc.requestParamScopes].find((scope) => !known.includes(scope));
  if (unknown !== undefined) throw new errors.InvalidScope(`The scopes are ${known.join(' and ')}.`, unknown);
}

function cookiesOf(ports: SurfacePorts): Configuration['cookies'] {
  const secure = ports.settings.baseUrl.startsWith('https:');
  // RFC 6265bis §4.1.3: `__Host-` would demand the path /, and no other part of the platform is shown these.
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
 * The library's own, but that a native client is let on by a consent that is remembered, as any other is (RFC 8252 §8.6 would
 * have its person asked each time); and signing in again where the session of ours has ended, or an hour is over.
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
