import Provider, {
  errors,
  interactionPolicy,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { keyAlgorithms } from '../../db/models/proof.ts';
import { mcpScopes } from '../../schema/access/caller.ts';
import { mcpPartiesOf, tokenSeconds } from '../../schema/mcp-credential/tokens.ts';
import type { Signer } from '../../schema/session/key-ring.ts';
import { algorithm } from '../../schema/session/signing-key.ts';
import type { ServerPorts } from '../ports.ts';
import { demandBriefAssertion } from './assertions.ts';
import { adaptClients, versionMember } from './clients.ts';
import { documentsOf, type Documents } from './client-documents.ts';
import { keepDocuments } from './kept-documents.ts';
import { authMethods, mountPath } from './metadata.ts';
import { watchFailures } from './failures.ts';
import { tellError } from './pages/error.ts';
import { contextBehind } from './requests.ts';
import { signInSeconds, signedIn } from './sessions.ts';
import { RingKey } from './signing.ts';
import { storageOf } from './storage.ts';
import { completeToken } from './tokens.ts';

/** How long a person has from the first page to the last. */
export const interactionSeconds = 600;
/** RFC 9700 §2.1.1 has codes be used at once. */
const codeSeconds = 60;

/** An authorization server that signs with one key; everything that it remembers is in the database. */
export function createProvider(ports: ServerPorts, signer: Signer): Provider {
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

function configurationOf(ports: ServerPorts, signer: Signer): Configuration {
  const { baseUrl } = ports.settings;
  const documents = documentsOf(ports);
  return {
    adapter: storageOf(ports),
    assertJwtClientAuthClaimsAndHeader: demandBriefAssertion,
    clientAuthMethods: authMethods,
    clientDefaults: { id_token_signed_response_alg: algorithm },
    clockTolerance: 30,
    conformIdTokenClaims: false,
    cookies: cookiesOf(ports),
    enabledJWA: { clientAuthSigningAlgValues: keyAlgorithms },
    extraClientMetadata: { properties: [versionMember] },
    features: featuresOf(baseUrl, documents),
    fetch: documents.fetch,
    findAccount: async (ctx, sessionId) => {
      const isGood = await signedIn(contextBehind(ctx.req), sessionId);
      return isGood ? { accountId: sessionId, claims: () => ({ sub: sessionId }) } : undefined;
    },
    formats: { customizers: { jwt: completeToken as never } },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `${mountPath}/interaction/${uid}` },
    jwks: { keys: [new RingKey(signer)] },
    // Consent is asked for each time: what was consented to before may be another credential.
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId ? await ctx.oidc.provider.Grant.find(grantId) : undefined;
    },
    pkce: { required: () => true },
    renderError: tellError,
    responseTypes: ['code'],
    routes: { authorization: '/auth', token: '/token' },
    scopes: [],
    ttl: {
      AccessToken: tokenSeconds,
      AuthorizationCode: codeSeconds,
      ClientCredentials: tokenSeconds,
      // As long as the last token that may come of it.
      Grant: interactionSeconds + codeSeconds + tokenSeconds,
      IdToken: tokenSeconds,
      Interaction: interactionSeconds,
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
        demandKnownScopes(ctx);
        return {
          scope: mcpScopes.join(' '),
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: tokenSeconds,
          jwt: { sign: { alg: algorithm } },
        };
      },
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
}

// RFC 6749 §3.3 lets unknown scopes be left out; who asked for them learns it this way.
function demandKnownScopes({ oidc }: KoaContextWithOIDC): void {
  const known: readonly string[] = mcpScopes;
  const unknown = [...oidc.requestParamScopes].find((scope) => !known.includes(scope));
  if (unknown !== undefined)
    throw new errors.InvalidScope(`There are the scopes ${known.join(' and ')}.`, unknown);
}

function cookiesOf(ports: ServerPorts): Configuration['cookies'] {
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

/** The library's own, and signing in again where the session of ours has ended, or an hour is over. */
function policy(): interactionPolicy.DefaultPolicy {
  const usual = interactionPolicy.base();
  const ended = new interactionPolicy.Check('sign_in_ended', 'the sign-in has ended', hasEnded);
  usual.get('login')?.checks.add(ended);
  return usual;
}

function hasEnded({ oidc: { session, account }, req }: KoaContextWithOIDC): boolean {
  if (session?.accountId === undefined) return false;
  const now = contextBehind(req).clock.now().getTime() / 1000;
  return !account || now >= (session.loginTs ?? 0) + signInSeconds;
}
