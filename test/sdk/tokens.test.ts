import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../sdk/src/client.ts';
import type { Preferences } from '../../sdk/src/options.ts';
import { agentToken } from '../support/agents.ts';
import { signInAgain } from '../support/people.ts';
import { issuing, json } from './issuing.ts';
import { pausing } from './pausing.ts';
import { openShop } from './shop.ts';

const { t, link, agent, place } = await openShop();
const { id: credentialId, secret } = await agent();
const issued: string[] = [];
const usual = async (id: string) => {
  const token = await agentToken(t, { credentialId: id });
  issued.push(token);
  return token;
};
const issuer = issuing(link, usual);
issuer.known.set(credentialId, { secret });

function client(more: Partial<Preferences & { credentialId: string; secret: string }> = {}) {
  const clock = pausing();
  const options = { baseUrl: link.origin, credentialId, secret, clock, ...more };
  return { ...createClient(options), clock };
}

beforeEach(() => {
  Object.assign(issuer, { give: usual, expiresIn: 600, metadata: {}, lookedUp: 0 });
  for (const list of [issued, issuer.asked, issuer.instead, link.seen, link.fates]) list.length = 0;
});

describe('a client with a secret', () => {
  it('gets a token for the gateway, with both scopes or the requested ones', async () => {
    expect((await client().search()).data.length).toBe(3);
    await client({ scopes: ['mcp:read'] }).search();

    expect(issuer.asked.map((form) => Object.fromEntries(form))).toEqual([
      { grant_type: 'client_credentials', scope: 'mcp:read mcp:request', resource: `${link.origin}/mcp` },
      { grant_type: 'client_credentials', scope: 'mcp:read', resource: `${link.origin}/mcp` },
    ]);
    expect(link.seen[0]?.headers['authorization']).toBe(`Bearer ${issued[0]}`);
  });

  it('accepts characters that mean something in a header or a form', async () => {
    const odd = { credentialId: 'client: of/tests_-.', secret: '100%+&=_-.~' };
    issuer.known.set(odd.credentialId, odd);
    issuer.give = async () => await usual(credentialId);

    const { search } = createClient({ baseUrl: link.origin, ...odd });

    expect((await search()).data.length).toBe(3);
  });

  it('requests one token for many calls, both simultaneous and later ones', async () => {
    const { search } = client();
    await Promise.all(Array.from({ length: 8 }, async () => await search()));
    await search();

    expect([issuer.asked.length, issuer.lookedUp, link.seen.length]).toEqual([1, 1, 9]);
  });

  it('requests another token half a minute before the end, and does not look up the metadata again', async () => {
    const { search, clock } = client();
    await search();
    clock.advance(569_999);
    await search();
    expect(issuer.asked.length).toBe(1);
    clock.advance(1);
    await search();

    expect([issuer.asked.length, issuer.lookedUp]).toEqual([2, 1]);
  });

  it('uses a token without a reported lifetime until it is refused', async () => {
    issuer.expiresIn = null;
    const { search, clock } = client();
    await search();
    clock.advance(365 * 86_400_000);
    await search();

    expect(issuer.asked.length).toBe(1);
  });

  it('gets one new token if the server refuses the current one', async () => {
    const { search } = client();
    await search();
    t.clock.advance({ seconds: 600 });
    await signInAgain(t, place.owner);

    expect((await search()).data.length).toBe(3);
    expect(issuer.asked.length).toBe(2);
    expect(link.seen.slice(1).map(({ headers }) => headers['authorization'])).toEqual(
      issued.map((token) => `Bearer ${token}`),
    );
  });

  it('gets no third token if the second one is refused too', async () => {
    let made = 0;
    issuer.give = async () => `no-token-${(made += 1)}`;

    await expect(client().search()).rejects.toMatchObject({ code: 'session_invalid', status: 401 });
    expect([made, link.seen.length]).toEqual([2, 2]);
  });

  it('requests no token when the credential was stopped, until the next call', async () => {
    const stopped = await agent();
    issuer.known.set(stopped.id, { secret: stopped.secret });
    const { search } = client({ credentialId: stopped.id, secret: stopped.secret });
    await search();
    await t.rest('POST', `/api/console/mcp/credentials/${stopped.id}/revoke`, {
      as: place.owner,
      workspace: place.workspaceId,
    });

    await expect(search()).rejects.toMatchObject({ code: 'mcp_credential_stopped', status: 401 });
    expect(issuer.asked.length).toBe(1);
    issuer.known.delete(stopped.id);
    await expect(search()).rejects.toMatchObject({ code: 'token_refused', status: 401 });
    expect(issuer.asked.length).toBe(2);
  });

  it('retries if the authorization server fails temporarily', async () => {
    const { search, clock } = client();
    issuer.instead.push(
      json(503, {}),
      json(429, { error: 'temporarily_unavailable' }, { 'retry-after': '3' }),
    );

    expect((await search()).data.length).toBe(3);
    expect(issuer.asked.length).toBe(3);
    expect(Math.floor((clock.pauses[1] ?? 0) / 1000)).toBe(3);
  });

  it('reports a refusal of the authorization server, and requests once', async () => {
    const wrong = createClient({ baseUrl: link.origin, credentialId, secret: 'mcs_wrong' });

    await expect(wrong.search()).rejects.toMatchObject({
      code: 'token_refused',
      status: 401,
      message: expect.stringContaining('invalid_client'),
    });
    expect([issuer.asked.length, link.seen.length]).toEqual([1, 0]);
  });

  it.each([
    ['another issuer', { issuer: 'https://elsewhere.example/oauth' }],
    ['a token endpoint elsewhere', { token_endpoint: 'https://elsewhere.example/token' }],
    ['no token endpoint', { token_endpoint: null }],
  ])('sends its secret nowhere if the metadata name %s', async (_, metadata) => {
    issuer.metadata = metadata;

    await expect(client().search()).rejects.toMatchObject({ code: 'unexpected_answer' });
    expect(issuer.asked).toEqual([]);
  });

  it('uses no token of another kind, and none that it cannot read', async () => {
    issuer.instead.push(json(200, { access_token: 'abc', token_type: 'mac' }));
    await expect(client().search()).rejects.toMatchObject({ code: 'unexpected_answer' });
    issuer.instead.push(json(200, { token_type: 'Bearer' }));
    await expect(client().search()).rejects.toMatchObject({ code: 'unexpected_answer' });
    issuer.instead.push(json(200, { access_token: 'a\nb', token_type: 'Bearer' }));
    await expect(client().search()).rejects.toMatchObject({ code: 'unexpected_answer' });
    issuer.instead.push({ status: 302, headers: { location: 'https://elsewhere.example/' } });
    await expect(client().search()).rejects.toMatchObject({ code: 'unexpected_answer', status: 302 });
    expect(link.seen).toEqual([]);
  });

  it('lets one caller stop waiting for a token that another caller still needs', async () => {
    const { search } = client();
    const stop = new AbortController();
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    let give = () => {};
    const mayGive = new Promise<void>((resolve) => (give = resolve));
    issuer.give = async (id) => {
      asked();
      await mayGive;
      return await usual(id);
    };
    const [stopped, other] = [search({}, { signal: stop.signal }), search()];
    await isAsked;
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    await expect(client().search({}, { signal: stop.signal })).rejects.toThrow('enough');
    expect(issuer.lookedUp).toBe(1);
    give();

    expect((await other).data.length).toBe(3);
    expect(issuer.asked.length).toBe(1);
  });
});

const pairs: Record<string, () => { publicKey: KeyObject; privateKey: KeyObject }> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

describe('a client with a private key', () => {
  it.each(Object.keys(pairs))('proves itself with assertions by %s', async (algorithm) => {
    const { publicKey, privateKey } = pairs[algorithm]?.() ?? {};
    const publicJwk = publicKey?.export({ format: 'jwk' }) ?? {};
    issuer.known.set(credentialId, { publicJwk, algorithm });
    const key = privateKey?.export({ format: 'jwk' }) ?? {};
    const { search } = createClient({ baseUrl: link.origin, credentialId, privateKey: key });

    expect((await search()).data.length).toBe(3);
    issuer.known.set(credentialId, { secret });
  });

  it('accepts a WebCrypto key that cannot be extracted', async () => {
    const { publicKey, privateKey } = await crypto.subtle.generateKey(
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign', 'verify'],
    );
    const publicJwk = await crypto.subtle.exportKey('jwk', publicKey);
    issuer.known.set(credentialId, { publicJwk, algorithm: 'ES256' });
    const { search } = createClient({ baseUrl: link.origin, credentialId, privateKey });

    expect((await search()).data.length).toBe(3);
    issuer.known.set(credentialId, { secret });
  });

  it.each([
    ['a public key', { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
    ['a key of another kind', { kty: 'oct', k: 'c2VjcmV0' }],
    ['one that is garbled', { kty: 'EC', crv: 'P-256', x: 'a', y: 'b', d: 'c' }],
  ])('rejects %s without sending it', async (_, privateKey) => {
    const { search } = createClient({ baseUrl: link.origin, credentialId, privateKey });

    await expect(search()).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(link.seen).toEqual([]);
  });
});

describe('a client with its own token function', () => {
  it('calls the function for each call, and sends a refused call again only with another token', async () => {
    const given = ['no-token', 'no-token', 'no-token-1', await agentToken(t, { credentialId })];
    const { search } = createClient({ baseUrl: link.origin, token: async () => given.shift() ?? '' });

    await expect(search()).rejects.toMatchObject({ code: 'session_invalid' });
    expect(link.seen.length).toBe(1);
    expect((await search()).data.length).toBe(3);
    expect([link.seen.length, issuer.asked.length]).toEqual([3, 0]);
  });

  it('passes on its errors, and sends no invalid token', async () => {
    const failing = createClient({
      baseUrl: link.origin,
      token: async () => await Promise.reject(new Error('no vault')),
    });
    await expect(failing.search()).rejects.toThrow('no vault');
    const garbled = createClient({ baseUrl: link.origin, token: async () => 'a\nb' });
    await expect(garbled.search()).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(link.seen).toEqual([]);
  });
});
