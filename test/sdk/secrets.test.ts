import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../sdk/src/client.ts';
import type { ClientOptions } from '../../sdk/src/options.ts';
import { between, type Fate, type Said } from './between.ts';
import { issuing, json } from './issuing.ts';

const link = await between();
const token = 'eyJ0b2tlbi1vZi10aGUtdGVzdHM';
const secret = 'mcs_c2VjcmV0LW9mLXRoZS10ZXN0cw';
const issuer = issuing(link, async () => token);
issuer.known.set('mcpc_1', { secret });
const privateKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const basic = Buffer.from(`mcpc%5F1:${secret.replaceAll('_', '%5F')}`).toString('base64');
const forbidden = [token, secret, basic, String(privateKey.d)];

const proofs: [string, ClientOptions][] = [
  ['a secret', { baseUrl: link.origin, credentialId: 'mcpc_1', secret, retries: 0 }],
  ['a private key', { baseUrl: link.origin, credentialId: 'mcpc_1', privateKey, retries: 0 }],
  ['a token', { baseUrl: link.origin, token: async () => token, retries: 0 }],
];

/** Returns everything that a log could print of the value. */
function shown(value: unknown): string {
  const { stack, cause, message } = (value ?? {}) as Error;
  const inspected = inspect(value, { depth: Infinity, showHidden: true, getters: true });
  return [inspected, JSON.stringify(value), String(value), stack, inspect(cause), message].join('\n');
}

const told = (text: string) => forbidden.filter((one) => text.includes(one));

/** Returns an answer that quotes the sent text wherever it can. */
const quoting = (status: number, type: string, sent: string): Said => {
  const errors = [{ pointer: sent, code: sent, message: `You sent ${sent}` }];
  const body = { code: `code-${sent}`, message: sent, title: sent, detail: sent, requestId: sent, errors };
  return { status, headers: { 'content-type': type }, body: JSON.stringify(body) };
};

beforeEach(() => {
  link.fates.length = 0;
  issuer.instead.length = 0;
});

describe('the secret, the key and the token never appear', () => {
  it.each(proofs)('in a client with %s', async (_, options) => {
    const client = createClient(options);
    link.fates.push(json(200, { data: [], page: { nextCursor: null, hasMore: false } }));
    if (!('privateKey' in options)) await client.search();

    expect(told(shown(client))).toEqual([]);
    expect(JSON.stringify(client)).toBe('{}');
  });

  it.each<[string, Fate]>([
    ['a problem that quotes it', quoting(422, 'application/problem+json', token)],
    ['a page that quotes it', quoting(500, 'text/html', token)],
    ['a refused token', quoting(401, 'application/problem+json', token)],
    ['a redirect', { status: 302, headers: { location: `/?token=${token}` } }],
    ['a hang-up', 'HUNG_UP_ON'],
    ['a timeout', 'LEFT_WAITING'],
  ])('in an error from %s', async (_, fate) => {
    for (const [, options] of proofs.filter(([name]) => name !== 'a private key')) {
      link.fates.push(fate);
      const error = await createClient({ ...options, timeoutMs: fate === 'LEFT_WAITING' ? 1000 : 20_000 })
        .search()
        .catch((thrown: unknown) => thrown);

      expect(error).toMatchObject({ name: 'SallyportError' });
      expect(told(shown(error))).toEqual([]);
    }
  });

  it.each<[string, Said | 'QUOTES']>([
    ['answers a token of another kind', json(200, { access_token: token, token_type: 'mac' })],
    ['answers a token that is none', json(200, { access_token: `${token}\n`, token_type: 'Bearer' })],
    ['answers what cannot be read', json(200, [token])],
    ['quotes what it was sent', 'QUOTES'],
  ])('in an error if the authorization server %s', async (_, instead) => {
    for (const [, options] of proofs.slice(0, 2)) {
      const sent: string[] = [];
      const { itself } = link;
      link.itself = async (seen) => {
        if (seen.path !== '/oauth/token') return await itself(seen);
        const assertion = new URLSearchParams(seen.body).get('client_assertion');
        sent.push(assertion ?? basic);
        const quoted = `${sent.join(' ')} ${secret}`;
        return instead === 'QUOTES' ? json(401, { error: quoted, error_description: quoted }) : instead;
      };
      const error = await createClient(options)
        .search()
        .catch((thrown: unknown) => thrown);
      link.itself = itself;

      expect(error).toMatchObject({ name: 'SallyportError' });
      expect(sent[0]).toBeTruthy();
      // A client with a key has no secret that could be quoted.
      const never = 'secret' in options ? forbidden : forbidden.filter((one) => one !== secret);
      expect([...never, ...sent].filter((one) => shown(error).includes(one))).toEqual([]);
    }
  });

  it('in an error from a fetch that quotes its input', async () => {
    const fetch = async (_: unknown, init?: RequestInit) =>
      await Promise.reject(new TypeError(`bad header ${JSON.stringify(init?.headers)}`));
    const error = await createClient({ baseUrl: link.origin, token: async () => token, fetch, retries: 0 })
      .search()
      .catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ code: 'network_failure' });
    expect(told(shown(error))).toEqual([]);
  });

  it('on the console, where nothing is logged', async () => {
    const written = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
    link.fates.push('HUNG_UP_ON');
    await createClient(proofs[0]?.[1] as ClientOptions)
      .search()
      .catch(() => {});
    const lines = written.flatMap(({ mock }) => mock.calls.map(([text]) => String(text)));
    for (const spy of written) spy.mockRestore();

    expect(lines).toEqual([]);
  });
});
