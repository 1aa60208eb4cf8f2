import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import type { Allowance, LimitName } from '../../../schema/kernel/ports/limiter.ts';
import type { LogEvent } from '../../../schema/kernel/ports/log.ts';
import { loadConfig } from '../../../server/config/config.ts';
import { createLimiter } from '../../../server/limiter.ts';
import { proxyTo } from '../../support/proxy.ts';
import { redisProcess, whyNoRedisProcess } from '../../support/redis-process.ts';
import { redisAddress, redisUrl, whyNoRedis } from '../../support/redis.ts';
import { freePort } from '../../support/server-process.ts';

const whyNot = await whyNoRedis();
const quota = 40;
const slice = quota / 4;
const { limits } = loadConfig({
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: String(quota),
  LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: String(quota),
}).settings;

interface Instance {
  logged: string[];
  take(name: LimitName, subject: string, count?: number): Promise<Allowance>;
  giveBack(name: LimitName, subject: string): Promise<void>;
  clear(name: LimitName, subject: string): Promise<void>;
}

/** Returns an instance of an installation, once it is connected to Redis. */
async function instance(name: string, url = redisUrl): Promise<Instance> {
  const logged: string[] = [];
  const keep = ({ event }: LogEvent) => void logged.push(event);
  const limiter = createLimiter(limits, {
    url,
    name,
    log: { debug: keep, info: keep, warn: keep, error: keep },
  });
  afterAll(async () => await limiter[Symbol.asyncDispose]());
  await expect.poll(() => logged.at(-1)).toBe('limits.shared');
  return { ...limiter, logged };
}

/** Returns how many requests pass until the quota is used up; that refusal lasts longer than a second. */
async function through(
  instances: readonly Instance[],
  { name = 'member', subject = 'mem_1' }: { name?: LimitName; subject?: string } = {},
): Promise<number> {
  let passed = 0;
  const over = new Set<Instance>();
  const take = async (by: Instance) => {
    const { exceeded, resetSeconds } = await by.take(name, subject);
    if (!exceeded) passed += 1;
    if (exceeded && resetSeconds > 1) over.add(by);
  };
  const takeAll = async () => {
    for (const by of instances) await take(by);
    return over.size;
  };
  await expect.poll(takeAll, { interval: 1 }).toBe(instances.length);
  return passed;
}

describe.skipIf(whyNot !== undefined)('a quota that instances share', () => {
  it('admits the quota over all of them, and at most a slice for each beyond it', async () => {
    const name = randomUUID();
    const two = [await instance(name), await instance(name)];

    const passed = await through(two);

    expect(passed).toBeGreaterThanOrEqual(quota);
    expect(passed).toBeLessThanOrEqual(quota + two.length * slice);
  });

  it('admits at most a slice more on an instance that starts when it is used up', async () => {
    const name = randomUUID();
    const [one, late] = [await instance(name), await instance(name)];

    const alone = await through([one]);
    const more = await through([late]);

    expect(alone).toBe(quota);
    expect(more).toBeLessThanOrEqual(slice);
  });

  it('needs no command to Redis during a request, and one command for many subjects', async () => {
    const proxy = await proxyTo(redisAddress);
    const one = await instance(randomUUID(), `redis://127.0.0.1:${proxy.port}`);
    const subjects = Array.from({ length: 300 }, (_, number) => `mem_${number}`);
    let answered = 0;
    proxy.countOf('');

    // All of this runs before any other work of the process, and so before any socket.
    for (const subject of subjects)
      for (let times = 0; times < slice; times += 1)
        void one.take('member', subject).then(({ exceeded }) => (answered += Number(!exceeded)));
    await new Promise<void>((resolve) => process.nextTick(() => queueMicrotask(resolve)));
    const onTheWay = proxy.countOf('eval');

    expect({ answered, onTheWay }).toEqual({ answered: subjects.length * slice, onTheWay: 0 });
    let commands = 0;
    const settled = async () => {
      commands += proxy.countOf('eval');
      return commands === 0 ? null : (await one.take('member', 'mem_299', 0)).remaining;
    };
    await expect.poll(settled).toBe(quota - slice);
    expect(commands).toBe(1);
  });

  it('is reported with the rest of it, as far as known', async () => {
    const name = randomUUID();
    const [one, other] = [await instance(name), await instance(name)];
    await one.take('member', 'mem_1', slice);

    const standing = async () => (await other.take('member', 'mem_1', 0)).remaining;

    await other.take('member', 'mem_1', slice);
    await expect.poll(standing).toBe(quota - 2 * slice);
  });

  it('admits several as a whole, even more than a slice, but never beyond the quota', async () => {
    const one = await instance(randomUUID());

    const most = await one.take('member', 'mem_1', quota - 5);
    const tooMany = await one.take('member', 'mem_1', 6);

    expect([most.exceeded, tooMany.exceeded]).toEqual([false, true]);
  });

  it('has room again after another instance returned something', async () => {
    const name = randomUUID();
    const [one, other] = [await instance(name), await instance(name)];
    await through([one], { name: 'failed_auth' });
    await through([other], { name: 'failed_auth' });

    for (let times = 0; times < quota; times += 1) await one.giveBack('failed_auth', 'mem_1');

    const again = async () => (await other.take('failed_auth', 'mem_1')).exceeded;
    await expect.poll(again).toBe(false);
  });

  it('is stored under keys of the installation, each only as long as its window', async () => {
    const [name, redis] = [randomUUID(), new Redis(redisUrl)];
    const one = await instance(name);
    await one.take('member', 'mem_1', slice);
    await one.take('sign_in_failures', 'account');

    await expect.poll(async () => await redis.keys(`*${name}*`)).toHaveLength(2);
    const keys = await redis.keys(`*${name}*`);
    const lasts = await Promise.all(keys.map(async (key) => await redis.pttl(key)));
    await redis.quit();

    expect(keys.toSorted()).toEqual([
      `sallyport:${name}:limit:member:mem_1`,
      `sallyport:${name}:limit:sign_in_failures:account`,
    ]);
    expect(lasts.every((ms) => ms > 0 && ms <= 15 * 60_000)).toBe(true);
  });
});

describe.skipIf(whyNot !== undefined)('an exact count', () => {
  it('is the same over several instances as over one: the sixth wrong password is refused', async () => {
    const name = randomUUID();
    const [one, other] = [await instance(name), await instance(name)];

    const tries = [];
    for (const by of [one, other, one, other, one]) tries.push(await by.take('sign_in_failures', 'ada'));
    const sixth = [await one.take('sign_in_failures', 'ada'), await other.take('sign_in_failures', 'ada')];
    await other.clear('sign_in_failures', 'ada');
    const cleared = await one.take('sign_in_failures', 'ada');
    await other.giveBack('sign_in_failures', 'ada');

    expect(tries.map(({ exceeded }) => exceeded)).toEqual(Array(5).fill(false));
    expect(sixth.map(({ exceeded }) => exceeded)).toEqual([true, true]);
    expect(cleared).toMatchObject({ exceeded: false, remaining: 4 });
    expect(await one.take('sign_in_failures', 'ada')).toMatchObject({ remaining: 4 });
  });
});

describe.skipIf(whyNot !== undefined)('while Redis is unavailable', () => {
  it.each(['cut', 'swallow'] as const)(
    'each instance counts separately up to the whole quota, and shares it again once Redis is back: %s',
    async (way) => {
      const [name, proxy] = [randomUUID(), await proxyTo(redisAddress)];
      const url = `redis://127.0.0.1:${proxy.port}`;
      const [one, other] = [await instance(name, url), await instance(name, url)];

      proxy[way]();
      const notice = async () => {
        for (const by of [one, other])
          for (let times = 0; times < slice; times += 1) await by.take('member', `before ${way}`);
        return [one.logged.at(-1), other.logged.at(-1)];
      };
      await expect.poll(notice).toEqual(Array(2).fill('limits.not_shared'));
      const byThemselves = [await through([one]), await through([other])];
      const wrong = [];
      for (let tried = 0; tried < 6; tried += 1) wrong.push(await one.take('sign_in_failures', way));
      proxy.mend();
      const back = async () => {
        await notice();
        return [one.logged.at(-1), other.logged.at(-1)];
      };
      await expect.poll(back).toEqual(Array(2).fill('limits.shared'));
      const together = await through([one, other], { subject: 'mem_2' });

      expect(byThemselves).toEqual([quota, quota]);
      expect(wrong.map(({ exceeded }) => exceeded)).toEqual([...Array(5).fill(false), true]);
      expect(together).toBeGreaterThanOrEqual(quota);
      expect(together).toBeLessThanOrEqual(quota + 2 * slice);
      expect(one.logged.filter((event) => event === 'limits.not_shared')).toHaveLength(1);
    },
  );
});

describe.skipIf(whyNoRedisProcess() !== undefined)('a Redis that pauses and then executes everything', () => {
  it('counts each admitted request once', async () => {
    const redis = await redisProcess(await freePort());
    try {
      const client = new Redis(redis.url);
      const one = await instance(randomUUID(), redis.url);
      await client.call('CLIENT', 'PAUSE', '900', 'WRITE');
      for (let taken = 0; taken < slice - 1; taken += 1) await one.take('member', 'mem_1');
      await expect.poll(() => one.logged.at(-1)).toBe('limits.not_shared');
      // Another request reveals that Redis is back; the late commands are counted by then.
      const askedAgain = async () => {
        await one.take('member', 'mem_1', 0);
        return one.logged.at(-1);
      };
      await expect.poll(askedAgain).toBe('limits.shared');
      const [key = ''] = await client.keys('*member:mem_1');

      expect(await client.hget(key, 'total')).toBe(String(slice - 1));
      await client.quit();
    } finally {
      await redis.kill();
    }
  });
});
