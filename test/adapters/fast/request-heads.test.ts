import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../support/app.ts';
import { applicationWithKey, cast } from '../../support/people.ts';
// Recorded from the clients themselves, directly and through both proxies that we ship.
import heads from './request-heads.json' with { type: 'json' };

/** The host that every recorded client called. */
const host = 'sallyport.example.com';
const apps = {
  'one address': await testApp({ BASE_URL: `https://${host}` }),
  'an address of its own for the sandbox, behind a trusted proxy': await testApp({
    BASE_URL: 'https://console.example.com',
    SANDBOX_URL: `https://${host}`,
    TRUST_PROXY: '127.0.0.1',
  }),
};
const places = new Map<TestApp, { session: string; key: string }>();
beforeAll(async () => {
  for (const t of Object.values(apps)) {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const everyone = await cast(t);
    const { secret } = await applicationWithKey(t, everyone);
    places.set(t, { session: everyone.owner.token, key: secret });
  }
});

type Head = (typeof heads)[number];

const ways = {
  'an echo': { path: '/v1/sandbox/echo', credential: 'key', body: '{"message":"hello"}' },
  'a query': { path: '/graphql', credential: 'session', body: '{"query":"{ me { person { id } } }"}' },
} as const;

/** Sends the body with exactly the recorded headers. Returns the status, and whether the fast path answered. */
async function sent(t: TestApp, way: (typeof ways)[keyof typeof ways], head: Head) {
  const { port } = t.app.server.address() as AddressInfo;
  const body = head.body ?? way.body;
  const credential = places.get(t)?.[way.credential] ?? '';
  const headers = Object.entries(head.headers).flatMap(([name, value]) => [
    name,
    value.replace('<credential>', credential).replace('<length>', String(Buffer.byteLength(body))),
  ]);
  const before = t.app.fast.answered;
  const asking = send({ host: '127.0.0.1', port, path: way.path, method: 'POST', headers, agent: false });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  await text(answer);
  return { status: answer.statusCode, isFast: t.app.fast.answered > before };
}

const cases = Object.entries(apps).flatMap(([address, t]) =>
  heads.flatMap((head) =>
    Object.entries(ways)
      .filter(([, { path }]) => head.body === undefined || path === '/graphql')
      .map(([what, way]) => ({
        name: `${what} by ${head.client} ${head.through}, ${address}`,
        t,
        head,
        way,
      })),
  ),
);

describe('no request of an ordinary client goes another way than the fast path', () => {
  it.each(cases)('$name', async ({ t, head, way }) => {
    // The first request fills the caches. On a busy machine the lease may lapse again.
    await expect.poll(async () => await sent(t, way, head)).toEqual({ status: 200, isFast: true });
  });
});
