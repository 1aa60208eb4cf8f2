import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../schema/values/id.ts';
import type { Changed } from '../../../schema/kernel/ports/feed.ts';
import type { LogEvent } from '../../../schema/kernel/ports/log.ts';
import { createRedisBus, type Bus } from '../../../server/live/bus.ts';
import { redisUrl, whyNoRedis } from '../../support/redis.ts';
import { stoppableRedis } from '../../support/stoppable-redis.ts';

const whyNot = await whyNoRedis();
const buses: Bus[] = [];
afterEach(async () => {
  await Promise.all(buses.splice(0).map(async (bus) => await bus[Symbol.asyncDispose]()));
});

const greeting = newId('workspace');
const workspace = (): Changed => ({ workspaceId: newId('workspace') });

/** An instance of an installation, with the changes that it received, except greetings, and its log. */
function instance(name: string, url = redisUrl) {
  const heard: Changed[] = [];
  const logged: string[] = [];
  const notes: unknown[] = [];
  const keep = ({ event, note }: LogEvent) => {
    logged.push(event);
    notes.push(note);
  };
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const self = randomUUID();
  const bus = createRedisBus({ url, name, self, log });
  let greetings = 0;
  bus.onChange(async (changed) => {
    if ('workspaceId' in changed && changed.workspaceId === greeting) greetings += 1;
    else heard.push(changed);
  });
  buses.push(bus);
  return {
    self,
    tell: (changed: Changed) => bus.tell(changed),
    heard,
    logged,
    notes,
    greetings: () => greetings,
  };
}

type Instance = ReturnType<typeof instance>;

/** Repeats a greeting until the hearer receives it; a message before that may be lost. */
async function greet(sender: Instance, hearer: Instance): Promise<void> {
  const before = hearer.greetings();
  const tellAgain = () => {
    sender.tell({ workspaceId: greeting });
    return hearer.greetings();
  };
  await expect.poll(tellAgain).toBeGreaterThan(before);
}

async function twoInstances(name: string, url = redisUrl): Promise<[Instance, Instance]> {
  const [one, other] = [instance(name, url), instance(name, url)];
  await greet(one, other);
  await greet(other, one);
  return [one, other];
}

describe('instances that announce changes over Redis', () => {
  beforeEach(({ skip }) => {
    if (whyNot !== undefined) skip(whyNot);
  });

  it('receive the commits of another one, for workspaces and persons, once and in order', async () => {
    const [one, other] = await twoInstances(randomUUID());
    const told: Changed[] = [
      workspace(),
      { personId: newId('person') },
      { ...workspace(), head: '7' },
      { ...workspace(), head: '8', only: newId('apiKey') },
    ];

    for (const changed of told) one.tell(changed);

    await expect.poll(() => other.heard.length).toBe(told.length);
    expect(other.heard).toEqual(told);
  });

  it('acknowledge an announcement once they have acted', async () => {
    const [one, other] = await twoInstances(randomUUID());

    using telling = one.tell(workspace());
    await telling.next();

    expect([...telling.acted]).toEqual([other.self]);
  });

  it('do not receive their own announcements', async () => {
    const [one, other] = await twoInstances(randomUUID());
    const [first, answer] = [workspace(), workspace()];

    one.tell(first);
    await expect.poll(() => other.heard).toEqual([first]);
    // Sent after the first announcement has arrived everywhere.
    other.tell(answer);

    await expect.poll(() => one.heard.length).toBeGreaterThan(0);
    expect(one.heard).toEqual([answer]);
  });

  it('do not receive announcements of other installations over the same Redis', async () => {
    const [one, other] = await twoInstances(randomUUID());
    const [foreign, alsoForeign] = await twoInstances(randomUUID());
    const [ours, theirs, last] = [workspace(), workspace(), workspace()];

    one.tell(ours);
    await expect.poll(() => other.heard.length).toBe(1);
    foreign.tell(theirs);
    await expect.poll(() => alsoForeign.heard.length).toBe(1);
    one.tell(last);
    await expect.poll(() => other.heard.length).toBe(2);

    expect([other.heard, alsoForeign.heard]).toEqual([[ours, last], [theirs]]);
  });

  it('ignore a message without the id of a workspace or a person', async () => {
    const name = randomUUID();
    const [one, other] = await twoInstances(name);
    const stranger = new Redis(redisUrl);
    const last = workspace();

    for (const text of [
      '',
      'nonsense',
      `somebody 1 ${newId('application')}`,
      'somebody 1 ws_1',
      `somebody ${newId('workspace')}`,
      '{"a":1} {} {}',
    ])
      await stranger.publish(`sallyport:${name}:changed`, text);
    stranger.disconnect();
    one.tell(last);

    await expect.poll(() => other.heard.length).toBeGreaterThan(0);
    expect(other.heard).toEqual([last]);
  });

  it('continue without Redis, and receive announcements again once it is back', async () => {
    const redis = await stoppableRedis();
    const [one, other] = await twoInstances(randomUUID(), redis.url);
    const last = workspace();

    redis.stop();
    await expect.poll(() => one.logged.filter((event) => event === 'redis.lost').length).toBe(2);
    expect(() => one.tell(workspace())).not.toThrow();
    redis.start();

    await greet(one, other);
    one.tell(last);
    await expect.poll(() => other.heard).toContainEqual(last);
  });
});

describe('an instance that was never connected to Redis', () => {
  it('announces without an error, and logs once for each connection that it is lost', async () => {
    const one = instance(randomUUID(), 'redis://127.0.0.1:1');

    one.tell(workspace());
    await expect.poll(() => one.logged.length).toBe(2);
    one.tell(workspace());

    expect(one.logged).toEqual(['redis.lost', 'redis.lost']);
    expect(one.notes[0]).toMatch(/^Redis does not answer at REDIS_URL\. Until it does, /);
  });
});
