import {
  auth,
  discoverAuthorizationServerMetadata,
  type OAuthClientProvider,
} from '@modelcontextprotocol/sdk/client/auth.js';
import {
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
} from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import {
  ClientSecretBasic,
  ClientSecretPost,
  None,
  PrivateKeyJwt,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  clientCredentialsGrantRequest,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  processClientCredentialsResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  revocationRequest,
  validateAuthResponse,
  validateJwtAccessToken,
  type ClientAuth,
} from 'oauth4webapi';
import { importJWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { agentOf } from '../../support/agents.ts';
import { testApp } from '../../support/app.ts';
import { atPages, atPresent, keyPairOf, mcpCredentialOf } from '../../support/authorization.ts';
import { documentHost } from '../../support/client-documents.ts';
import { cast } from '../../support/people.ts';
import { freePort } from '../../support/server-process.ts';
import { remoteVisitor } from '../../support/visitor.ts';

const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const t = await testApp({ BASE_URL: base, EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
await t.app.listen({ port, host: '127.0.0.1' });
atPresent(t);
const place = await cast(t);
const host = await documentHost();
const client = host.describe('/client.json');
const issuer = new URL(`${base}/oauth`);
const redirectUri = 'http://127.0.0.1:5555/callback';
const insecurely = { [allowInsecureRequests]: true };
const statusBy = async (token: string) => (await agentOf(t, token).search()).status;

describe('a client built with oauth4webapi', () => {
  it.each(['oauth2', 'oidc'] as const)('discovers the server with %s', async (algorithm) => {
    const answer = await discoveryRequest(issuer, { algorithm, ...insecurely });

    expect((await processDiscoveryResponse(issuer, answer)).issuer).toBe(issuer.href);
  });

  it('gets a token by secret and by key, and verifies it with the published keys', async () => {
    const as = await processDiscoveryResponse(
      issuer,
      await discoveryRequest(issuer, { algorithm: 'oauth2', ...insecurely }),
    );
    const bySecret = await mcpCredentialOf(t, place);
    const proofs: [string, ClientAuth][] = [
      [bySecret.id, ClientSecretBasic(bySecret.secret)],
      [bySecret.id, ClientSecretPost(bySecret.secret)],
    ];
    // For Ed25519, oauth4webapi uses only the algorithm name Ed25519 (RFC 9864).
    for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
      const { publicKey, privateKey } = keyPairOf(algorithm);
      const { id } = await mcpCredentialOf(t, place, { publicKey });
      proofs.push([id, PrivateKeyJwt((await importJWK(privateKey, algorithm)) as CryptoKey)]);
    }

    for (const [client_id, proof] of proofs) {
      const parameters = { scope: 'mcp:read mcp:request', resource: `${base}/mcp` };
      const answer = await clientCredentialsGrantRequest(as, { client_id }, proof, parameters, insecurely);
      const { access_token } = await processClientCredentialsResponse(as, { client_id }, answer);
      const request = new Request(`${base}/mcp`, { headers: { authorization: `Bearer ${access_token}` } });
      const claims = await validateJwtAccessToken(as, request, `${base}/mcp`, insecurely);

      expect(claims).toMatchObject({ client_id, scope: 'mcp:read mcp:request' });
      expect(await statusBy(access_token)).toBe(200);
    }
  });

  it('gets a token for a person by a code with PKCE, refreshes it, and revokes it', async () => {
    const as = await processDiscoveryResponse(
      issuer,
      await discoveryRequest(issuer, { algorithm: 'oauth2', ...insecurely }),
    );
    const { id } = await mcpCredentialOf(t, place);
    const own = { client_id: client };
    const [verifier, state] = [generateRandomCodeVerifier(), generateRandomState()];
    const url = new URL(as.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: client,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'mcp:read',
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const visitor = remoteVisitor(base);
    const pages = atPages(visitor, place.owner);

    const { elsewhere } = await pages.allow(await pages.signIn(await visitor.open(url)), id);
    if (!elsewhere) throw new Error('The way did not lead back to the client.');
    const callback = validateAuthResponse(as, own, elsewhere, state);
    const answer = await authorizationCodeGrantRequest(
      as,
      own,
      None(),
      callback,
      redirectUri,
      verifier,
      insecurely,
    );
    const first = await processAuthorizationCodeResponse(as, own, answer);
    const refreshed = await refreshTokenGrantRequest(as, own, None(), first.refresh_token ?? '', insecurely);
    const next = await processRefreshTokenResponse(as, own, refreshed);
    const statuses = [await statusBy(first.access_token), await statusBy(next.access_token)];
    await processRevocationResponse(
      await revocationRequest(as, own, None(), next.refresh_token ?? '', insecurely),
    );

    expect(statuses).toEqual([200, 200]);
    expect([await statusBy(first.access_token), await statusBy(next.access_token)]).toEqual([401, 401]);
  });
});

describe('a client built with the official SDK', () => {
  // The resource server names its authorization server; in this test, the test does.
  const fetchFn = async (url: string | URL, init?: RequestInit) =>
    new URL(url).pathname === '/.well-known/oauth-protected-resource/mcp'
      ? Response.json({
          resource: `${base}/mcp`,
          authorization_servers: [issuer.href],
          scopes_supported: ['mcp:read'],
        })
      : await fetch(url, init);
  const options = { serverUrl: `${base}/mcp`, fetchFn };

  it('discovers the server', async () => {
    expect(await discoverAuthorizationServerMetadata(issuer)).toMatchObject({
      issuer: issuer.href,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    });
  });

  it('gets a token by its secret', async () => {
    const { id, secret } = await mcpCredentialOf(t, place);
    const provider = new ClientCredentialsProvider({
      clientId: id,
      clientSecret: secret,
      expectedIssuer: issuer.href,
    });

    expect(await auth(provider, options)).toBe('AUTHORIZED');
    expect(await statusBy(provider.tokens()?.access_token ?? '')).toBe(200);
  });

  it.each(['ES256', 'EdDSA', 'RS256'] as const)('gets a token by its key: %s', async (algorithm) => {
    const pair = keyPairOf(algorithm);
    const { id } = await mcpCredentialOf(t, place, { publicKey: pair.publicKey });
    const privateKey = { ...pair.privateKey };
    const provider = new PrivateKeyJwtProvider({
      clientId: id,
      privateKey,
      algorithm,
      expectedIssuer: issuer.href,
    });

    expect(await auth(provider, options)).toBe('AUTHORIZED');
    expect(await statusBy(provider.tokens()?.access_token ?? '')).toBe(200);
  });

  it.each(['ES256', 'RS256'] as const)('gets a token by its key as PEM: %s', async (algorithm) => {
    const { publicKey, pem: privateKey } = keyPairOf(algorithm);
    const { id: clientId } = await mcpCredentialOf(t, place, { publicKey });
    const provider = new PrivateKeyJwtProvider({
      clientId,
      privateKey,
      algorithm,
      expectedIssuer: issuer.href,
    });

    expect(await auth(provider, options)).toBe('AUTHORIZED');
    expect(await statusBy(provider.tokens()?.access_token ?? '')).toBe(200);
  });

  it('gets a token for a person, identifies itself by its document, and refreshes without the person', async () => {
    const { id } = await mcpCredentialOf(t, place);
    const described = host.describe('/sdk.json', { grant_types: ['authorization_code', 'refresh_token'] });
    let [asked, verifier] = ['', ''];
    let got: OAuthTokens | undefined;
    const provider: OAuthClientProvider = {
      clientMetadataUrl: described,
      redirectUrl: redirectUri,
      clientMetadata: {
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
      clientInformation: () => undefined,
      saveClientInformation() {
        Object.assign(provider, { clientInformation: () => ({ client_id: described }) });
      },
      tokens: () => got,
      saveTokens: (tokens) => void (got = tokens),
      redirectToAuthorization: (url) => void (asked = url.href),
      saveCodeVerifier: (text) => void (verifier = text),
      codeVerifier: () => verifier,
    };

    const begun = await auth(provider, options);
    const visitor = remoteVisitor(base);
    const pages = atPages(visitor, place.owner);
    const { elsewhere } = await pages.allow(await pages.signIn(await visitor.open(asked)), id);
    const authorizationCode = elsewhere?.searchParams.get('code') ?? '';

    expect(begun).toBe('REDIRECT');
    expect(await auth(provider, { ...options, authorizationCode })).toBe('AUTHORIZED');
    const { access_token: first } = got ?? { access_token: '' };
    expect(await statusBy(first)).toBe(200);
    t.clock.advance({ minutes: 11 });
    expect(await statusBy(first)).toBe(401);
    expect(await auth(provider, options)).toBe('AUTHORIZED');
    expect(await statusBy(got?.access_token ?? '')).toBe(200);
    expect(asked).toContain('scope=mcp%3Aread');
  });
});
