import type { Answer } from 'dns-packet';
import { expect, it, vi } from 'vitest';
import { EgressFailure } from '../../../schema/kernel/ports/egress.ts';
import { publicFrontier, type Frontier } from '../../../adapters/egress/destination.ts';
import { createEgress } from '../../../adapters/egress/egress.ts';
import { count } from '../../support/count.ts';
import { canary, httpHost } from '../../support/listeners.ts';
import { nameServer } from '../../support/name-server.ts';
import { random } from '../../support/seed.ts';

vi.setConfig({ testTimeout: 600_000 });

const bounds = { timeoutMs: 5_000, maxBytes: 1_000 };
const forbidden = await canary('127.0.0.1');
// Stands for the public internet. Requests do reach it, so only the address check protects the other hosts.
const decoy = await canary('127.0.0.2', forbidden.port);
const frontier: Frontier = {
  allowedHosts: new Set(),
  ports: new Set([forbidden.port]),
  isPublic: (address) => address === '127.0.0.2' || publicFrontier.isPublic(address),
};
const draw = random();
const one = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;

const a = (name: string, data: string): Answer => ({ type: 'A', name, data, ttl: 0 });
const aaaa = (name: string, data: string): Answer => ({ type: 'AAAA', name, data, ttl: 0 });
const cname = (name: string, data: string): Answer => ({ type: 'CNAME', name, data, ttl: 0 });
const privateV4 = ['127.0.0.1', '0.0.0.0', '10.0.0.5', '169.254.169.254', '192.168.0.1'];
const privateV6 = [
  '::1',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fd00:ec2::254',
];

/** Forged answers of a name server; each query gets a new one. */
const lies: Record<string, (name: string) => { A: Answer[]; AAAA: Answer[] }> = {
  rebinding: (name) => ({ A: [a(name, one(['127.0.0.1', '127.0.0.2']))], AAAA: [] }),
  private: (name) => ({ A: [a(name, one(privateV4))], AAAA: [] }),
  mapped: (name) => ({ A: [], AAAA: [aaaa(name, one(privateV6))] }),
  mixed: (name) => ({ A: [a(name, '127.0.0.2'), a(name, one(privateV4))], AAAA: [] }),
  families: (name) => ({ A: [a(name, '127.0.0.2')], AAAA: [aaaa(name, one(privateV6))] }),
  chained: (name) => ({ A: [cname(name, 'next.example'), a('next.example', one(privateV4))], AAAA: [] }),
};
const names = await nameServer(({ name, type }) => {
  const told = lies[name.split('.')[0] ?? '']?.(name);
  return type === 'A' || type === 'AAAA' ? (told?.[type] ?? []) : [];
});

const codeOf = (error: unknown) => (error instanceof EgressFailure ? error.code : error);

it('forged DNS answers, in any order, never lead a request to a private address', async () => {
  const tries = count(10_000);
  const egress = createEgress(frontier, names);
  const met = new Map<unknown, number>();
  for (let i = 0; i < tries; i += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, tries - i) }, async (_, j) => {
        const url = new URL(`https://${one(Object.keys(lies))}.n${i + j}.example:${forbidden.port}/`);
        const code = await egress
          .send({ method: 'GET', url, headers: {}, bounds })
          .then(() => 'answered', codeOf);
        met.set(code, (met.get(code) ?? 0) + 1);
      }),
    );
  await egress[Symbol.asyncDispose]();

  expect(forbidden.knocks()).toBe(0);
  expect(new Set(met.keys())).toEqual(new Set(['destination_not_allowed', 'unreachable']));
  expect(decoy.knocks()).toBeGreaterThan(tries / 50);
  console.info(`egress: ${tries} tries, ${decoy.knocks()} reached the decoy, 0 the canary`);
});

// oxfmt-ignore
const spellings = [
  '127.0.0.1', '127.1', '127.0.1', '0', '0x7f.1', '0x7f000001', '2130706433', '017700000001', '0177.0.0.1', '127.0.0.1.',
  '0.0.0.0', '00000000000000000000000000000177.1', '%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1', '①②⑦.⓪.⓪.①',
  '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]', '[::]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '169.254.169.254', '0xa9fea9fe', '2852039166',
  '[::ffff:169.254.169.254]', '[fd00:ec2::254]', '168.63.129.16', '100.100.100.200', '10.0.0.1', '192.168.0.1', '172.16.0.1',
];

it.each(spellings)('egress rejects a private address in every spelling: %s', async (host) => {
  const egress = createEgress({ ...frontier, isPublic: publicFrontier.isPublic }, names);
  const url = new URL(`https://${host}:${forbidden.port}/`);

  const error = await egress.send({ method: 'GET', url, headers: {}, bounds }).catch(codeOf);

  expect(error).toBe('destination_not_allowed');
  expect(forbidden.knocks()).toBe(0);
});

it.each(['localhost', 'ip6-localhost', 'metadata.google.internal', 'kubernetes.default.svc'])(
  'egress does not resolve names of this machine or its network: %s',
  async (host) => {
    const egress = createEgress(frontier, names);
    const url = new URL(`https://${host}:${forbidden.port}/`);

    expect(await egress.send({ method: 'GET', url, headers: {}, bounds }).catch(codeOf)).toBe('unreachable');
    expect(forbidden.knocks()).toBe(0);
  },
);

it.each([
  ['http://example.com/', 'begin with https://'],
  ['ftp://example.com/', 'begin with https://'],
  ['file:///etc/passwd', 'begin with https://'],
  ['https://user:pass@example.com/', 'user name or a password'],
  ['https://example.com:22/', 'port 443 or 8443'],
])('egress allows only https URLs on the usual ports, without a login: %s', async (url, words) => {
  const egress = createEgress(publicFrontier, names);

  const error = await egress
    .send({ method: 'GET', url: new URL(url), headers: {}, bounds })
    .catch((it: unknown) => it);

  expect(codeOf(error)).toBe('destination_not_allowed');
  expect((error as Error).message).toContain(words);
});

it('egress reaches a host that the operator allows, also over plain HTTP, but only on the named port', async () => {
  const host = await httpHost((_, answer) => answer.end('here'));
  const egress = createEgress({ ...publicFrontier, allowedHosts: new Set([host.host]) }, names);

  const { body } = await egress.send({ method: 'GET', url: host, headers: {}, bounds });
  const elsewhere = new URL(`http://127.0.0.1:${forbidden.port}/`);
  const error = await egress.send({ method: 'GET', url: elsewhere, headers: {}, bounds }).catch(codeOf);

  expect(body.toString()).toBe('here');
  expect(error).toBe('destination_not_allowed');
  expect(forbidden.knocks()).toBe(0);
});

it.each([301, 302, 303, 307, 308])('egress does not follow a %i redirect to another host', async (status) => {
  const host = await httpHost((_, answer) => {
    answer.writeHead(status, { location: `https://127.0.0.1:${forbidden.port}/` }).end();
  });
  const egress = createEgress({ ...publicFrontier, allowedHosts: new Set([host.host]) }, names);

  expect(await egress.send({ method: 'GET', url: host, headers: {}, bounds }).catch(codeOf)).toBe(
    'redirect_not_allowed',
  );
  expect(forbidden.knocks()).toBe(0);
});
