import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { count, some } from '../../support/count.ts';
import { migratedDatabase } from '../../support/database.ts';
import { openedAs, send } from '../../support/over-http.ts';
import { redisUrl, whyNoRedis } from '../../support/redis.ts';
import { settingsFor, startServer, type ServerProcess } from '../../support/server-process.ts';
import { publish, shop, shoppersOf, type Shopped, type Shopper } from '../../support/shoppers.ts';
import { steadily } from '../../support/steady-load.ts';

const plenty = '1000000';
const marks = Array.from({ length: 8 }, (_, nth) => `mark-${nth}`);
const settings: Record<string, string> = {
  ...settingsFor(await migratedDatabase()),
  BASE_URL: 'http://localhost:4000',
  LOG_LEVEL: 'warn',
  LIMIT_SANDBOX_PER_KEY_PER_MINUTE: plenty,
  LIMIT_SANDBOX_PER_APPLICATION_PER_MINUTE: plenty,
};
const database = await openedAs(settings);
const { knex } = database;
afterAll(async () => await database.close());
const whyNot = await whyNoRedis();
const ways = [
  ['without Redis', {}],
  ...(whyNot === undefined ? [['with Redis', { REDIS_URL: redisUrl }] as const] : []),
] as const;

const codeOf = ({ status, text }: Shopped) => [status, status < 400 ? null : JSON.parse(text).code];
const listOf = ({ text }: Shopped): { id: string; item: string }[] => JSON.parse(text);

describe.each(some(ways, 1))('API products on two server processes over one PostgreSQL, %s', (_way, env) => {
  let one: ServerProcess;
  let other: ServerProcess;
  const start = async () => await startServer({ ...settings, ...env });
  const shoppers: Shopper[] = [];
  /** Returns an application that no other test uses, of a product that several use. */
  const shopper = async () => {
    if (shoppers.length === 0) shoppers.push(...(await shoppersOf(one.url, marks)));
    return shoppers.pop() as Shopper;
  };
  const list = async (at: ServerProcess, { secret }: Shopper) => await shop(at.url, secret, 'GET', '/orders');
  beforeAll(async () => void ([one, other] = await Promise.all([start(), start()])));

  it('an object that an application creates through one is read, changed and deleted through the other', async () => {
    const { secret } = await shopper();
    const body = { id: 'o1', item: 'tea' };

    const made = await shop(one.url, secret, 'POST', '/orders', body);
    const read = await shop(other.url, secret, 'GET', '/orders/o1');
    const changed = await shop(other.url, secret, 'PATCH', '/orders/o1', { item: 'milk' });
    const after = await shop(one.url, secret, 'GET', '/orders/o1');
    const removed = await shop(one.url, secret, 'DELETE', '/orders/o1');
    const gone = await shop(other.url, secret, 'GET', '/orders/o1');

    expect([made, read, changed, after, removed, gone].map(({ status }) => status)).toEqual([
      201, 200, 200, 200, 204, 404,
    ]);
    expect([read.text, after.text].map((text) => JSON.parse(text))).toEqual([
      body,
      { id: 'o1', item: 'milk' },
    ]);
  });

  it('of two removals of one object through both at the same time, one finds it', async () => {
    const { secret } = await shopper();
    const ids = Array.from({ length: count(1000) }, (_, nth) => `o${nth}`);
    for (const id of ids) {
      await shop(one.url, secret, 'POST', '/orders', { id, item: 'tea' });
      const removals = await Promise.all(
        [one, other].map(async ({ url }) => (await shop(url, secret, 'DELETE', `/orders/${id}`)).status),
      );
      expect(new Set(removals)).toEqual(new Set([204, 404]));
    }
  });

  // oxfmt-ignore
  it.each([
    { what: 'an unassignment', method: 'DELETE', path: ({ assignment }: Shopper) => assignment,                            code: [403, 'product_not_assigned'] },
    { what: 'a revocation',    method: 'POST',   path: ({ keys, keyId }: Shopper) => `${keys}/${keyId}/revoke`,            code: [401, 'key_revoked'] },
    { what: 'a rotation',      method: 'POST',   path: ({ keys, keyId }: Shopper) => `${keys}/${keyId}/rotate`,            code: [401, 'credential_invalid'] },
    { what: 'a suspension',    method: 'POST',   path: ({ application }: Shopper) => `${application}/suspend`,             code: [401, 'application_suspended'] },
  ])('once one has answered $what, the other refuses', async ({ method, path, code }) => {
    const buyer = await shopper();
    const before = [await list(one, buyer), await list(other, buyer)];

    await send(one.url, method, path(buyer), { token: buyer.owner.token, body: {} });

    expect(before.map(({ status }) => status)).toEqual([200, 200]);
    expect(codeOf(await list(other, buyer))).toEqual(code);
    expect(codeOf(await list(one, buyer))).toEqual(code);
  });

  it('once one has answered a publication, a deprecation or a retirement, the other judges by it', async () => {
    const [buyer] = (await shoppersOf(one.url, ['mark-1'])) as [Shopper];
    const { token } = buyer.owner;
    const seen = async () => {
      const { status, headers } = await list(other, buyer);
      return [status, headers['sallyport-version'], typeof headers['sunset']];
    };
    const first = await seen();
    const version = await publish(one.url, buyer);
    const second = await seen();
    await send(one.url, 'POST', `${version}/deprecate`, { token, body: { days: 90 } });
    const deprecated = await seen();
    // Its day has come.
    const now = new Date();
    await ApiProductVersion.change(knex, version.split('/').at(-1) ?? '', now, { retiresAt: now });
    await send(one.url, 'POST', `${version}/retire`, { token });

    expect([first, second, deprecated]).toEqual([
      [200, '1.1', 'undefined'],
      [200, '1.2', 'undefined'],
      [200, '1.2', 'string'],
    ]);
    expect(codeOf(await list(other, buyer))).toEqual([404, 'not_found']);
  });

  it('a quota is exceeded at most by what the other counts in two seconds, and outlives both', async () => {
    const buyer = await shopper();
    const limit = 120;
    const quota = { limit, period: 'MONTH' };
    await send(one.url, 'PATCH', buyer.assignment, { token: buyer.owner.token, body: { quota } });
    const accepted = new Map<ServerProcess, number[]>([
      [one, []],
      [other, []],
    ]);
    const others: unknown[] = [];
    await steadily({ perSecond: 40, times: 2 * (limit + 20), atOnce: 20 }, async (nth) => {
      const at = nth % 2 === 0 ? one : other;
      const answer = await list(at, buyer);
      if (answer.status === 200) accepted.get(at)?.push(performance.now());
      else others.push(codeOf(answer));
    });
    const counted = [...accepted.values()].flat().length;
    const stored = async () =>
      Number(
        (
          await knex('productCalls')
            .where({ assignmentId: buyer.assignment.split('/').at(-1) })
            .sum({ calls: 'calls' })
        )[0]?.['calls'],
      );
    await expect.poll(stored).toBe(counted);
    await Promise.all([one.stop('SIGKILL'), other.stop('SIGKILL')]);
    [one, other] = await Promise.all([start(), start()]);

    console.info(`${counted - limit} calls more than the quota of ${limit}.`);
    expect(new Set(others.map(String))).toEqual(new Set(['429,quota_exceeded']));
    expect(counted).toBeGreaterThanOrEqual(limit);
    // Twice as long for a busy machine; two instances that count alone would accept twice the quota.
    const most = Math.max(...[...accepted.values()].map((times) => mostWithin(times, 4000)));
    expect(counted).toBeLessThanOrEqual(limit + most);
    for (const at of [one, other]) expect(codeOf(await list(at, buyer))).toEqual([429, 'quota_exceeded']);
  });

  it('kill -9 of one while it writes: everything that it acknowledged is on the other, and there after its restart', async () => {
    for (let kills = 0; kills < count(50); kills += 1) {
      const buyer = await shopper();
      const acknowledged = new Map<string, string>();
      let written = 0;
      const write = async () => {
        for (;;) {
          const [id, item] = [`o${(written += 1)}`, `mark-1 ${written}`];
          const answer = await shop(one.url, buyer.secret, 'POST', '/orders', { id, item }).catch(() => null);
          if (answer === null) return;
          expect(answer.status).toBe(201);
          acknowledged.set(id, item);
          if (acknowledged.size === 40) one.process.kill('SIGKILL');
        }
      };
      await Promise.all([write(), write(), write(), write()]);
      const seen = listOf(await list(other, buyer));
      one = await start();

      expect(seen).toEqual(expect.arrayContaining([...acknowledged].map(([id, item]) => ({ id, item }))));
      expect(seen.length).toBeLessThanOrEqual(written);
      expect(listOf(await list(one, buyer))).toEqual(seen);
    }
  });

  it('both end cleanly after all that', async () => {
    const endings = await Promise.all([one.stop(), other.stop()]);

    expect(endings.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
  });
});

/** Returns the most of the times that lie within so many milliseconds. */
function mostWithin(times: readonly number[], ms: number): number {
  return Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + ms).length));
}
