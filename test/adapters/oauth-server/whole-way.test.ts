import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { importJWK } from 'jose';
import {
  PrivateKeyJwt,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clientCredentialsGrant,
  discovery,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { agentOf } from '../../support/agents.ts';
import { exactly, testApp } from '../../support/app.ts';
import { atPages, atPresent, keyPairOf, mcpCredentialOf } from '../../support/authorization.ts';
import { cast, signInAgain } from '../../support/people.ts';
import { freePort } from '../../support/server-process.ts';
import { remoteVisitor } from '../../support/visitor.ts';

const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const t = await testApp({ BASE_URL: base, OAUTH_CLIENT_REGISTRATION: 'on' }, exactly);
await t.app.listen({ port, host: '127.0.0.1' });
const place = await cast(t);
const redirectUri = 'http://127.0.0.1:5555/callback';
const url = new URL('/mcp', base);
const us = { name: 'a-client', version: '1' };

beforeEach(async () => {
  atPresent(t);
  await signInAgain(t, place.owner);
});

/** Signs in as the owner and allows the request of the client; returns the redirect to the client. */
async function allow(address: string): Promise<URL> {
  const { id } = await mcpCredentialOf(t, place);
  const visitor = remoteVisitor(base);
  const pages = atPages(visitor, place.owner);
  const { elsewhere } = await pages.allow(await pages.signIn(await visitor.open(address)), id);
  if (!elsewhere) throw new Error('The way did not lead back to the client.');
  return elsewhere;
}

/** Returns the storage of a program with an official SDK, which knows only the URL of the server. */
function memory() {
  const kept: Record<string, never> = {};
  const keep = (name: string) => (value: unknown) => void Object.assign(kept, { [name]: value });
  return {
    kept: kept as Record<string, ReturnType<typeof JSON.parse>>,
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Desk assistant', redirect_uris: [redirectUri] },
    clientInformation: () => kept['client'],
    saveClientInformation: keep('client'),
    tokens: () => kept['tokens'],
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('address'),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => kept['verifier'] ?? '',
  };
}

const sdks = [
  {
    name: 'first',
    open: () => new FirstClient(us),
    road: (authProvider: ReturnType<typeof memory>) => new FirstTransport(url, { authProvider }),
    finish: async (road: FirstTransport, back: URLSearchParams) =>
      await road.finishAuth(back.get('code') ?? ''),
  },
  {
    name: 'second',
    open: () => new Client(us, { versionNegotiation: { mode: 'auto' } }),
    road: (authProvider: ReturnType<typeof memory>) =>
      new StreamableHTTPClientTransport(url, { authProvider: authProvider as never }),
    finish: async (road: StreamableHTTPClientTransport, back: URLSearchParams) => await road.finishAuth(back),
  },
];

describe.each(sdks)('a program with the $name SDK that knows only the URL', ({ open, road, finish }) => {
  it('registers, is allowed by a person, works, refreshes automatically, and ends with the consent', async () => {
    const program = memory();
    const [stranger, first] = [open(), road(program)];
    await expect(stranger.connect(first as never)).rejects.toThrow(/unauthorized/i);
    const back = await allow(String(program.kept['address']));
    await finish(first as never, back.searchParams);

    const client = open();
    await client.connect(road(program));
    const before = program.kept['tokens'].access_token;
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_capabilities');
    expect(program.kept['tokens'].scope.split(' ').toSorted()).toEqual(['mcp:read', 'mcp:request']);
    t.clock.advance({ minutes: 11 });
    const answer = await client.callTool({ name: 'search_capabilities', arguments: { query: 'orders' } });

    expect(answer.isError).toBeFalsy();
    expect(program.kept['tokens'].access_token).not.toBe(before);
    await signInAgain(t, place.owner);
    const as = { as: place.owner };
    const { body } = await t.rest('GET', '/api/console/mcp/consents', as);
    const consent = body.data.find(
      ({ client: id }: { client: string }) => id === program.kept['client'].client_id,
    );
    await t.rest('POST', `/api/console/mcp/consents/${consent.id}/revoke`, as);
    await expect(client.callTool({ name: 'search_capabilities', arguments: {} })).rejects.toThrow();
    await client.close();
  });
});

describe.each(['ES256', 'RS256', 'EdDSA'] as const)(
  'a program with openid-client and a key of %s',
  (algorithm) => {
    const insecurely = { execute: [allowInsecureRequests] };
    const issuer = new URL(`${base}/oauth`);
    const statusBy = async (token: string) => (await agentOf(t, token).search()).status;
    const pair = keyPairOf(algorithm);
    const proof = async () => PrivateKeyJwt((await importJWK(pair.privateKey, algorithm)) as CryptoKey);

    it('gets a token for itself as an MCP credential', async () => {
      const { id } = await mcpCredentialOf(t, place, { publicKey: pair.publicKey });
      const config = await discovery(issuer, id, {}, await proof(), { ...insecurely, algorithm: 'oauth2' });
      const { access_token } = await clientCredentialsGrant(config, { resource: url.href });

      expect(await statusBy(access_token)).toBe(200);
    });

    it('is allowed by a person, refreshes, and revokes its tokens', async () => {
      const body = { name: 'Desk assistant', redirectUris: [redirectUri], publicKey: pair.publicKey };
      const client = await t.rest('POST', '/api/console/mcp/clients', { as: place.owner, body });
      const config = await discovery(issuer, client.body.id, {}, await proof(), insecurely);
      const [pkceCodeVerifier, expectedState] = [randomPKCECodeVerifier(), randomState()];
      const address = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'mcp:read offline_access',
        resource: url.href,
        state: expectedState,
        code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const checks = { pkceCodeVerifier, expectedState };
      const first = await authorizationCodeGrant(config, await allow(address.href), checks);
      const next = await refreshTokenGrant(config, first.refresh_token ?? '');

      expect([await statusBy(first.access_token), await statusBy(next.access_token)]).toEqual([200, 200]);
      await tokenRevocation(config, next.refresh_token ?? '');
      expect([await statusBy(first.access_token), await statusBy(next.access_token)]).toEqual([401, 401]);
    });
  },
);
