import { setTimeout as after } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { Event } from '../../db/models/event.ts';
import { SandboxObject } from '../../db/models/sandbox-object.ts';
import { count } from '../support/count.ts';
import { migratedDatabase } from '../support/database.ts';
import { openedAs } from '../support/over-http.ts';
import { usageOf } from '../support/process-usage.ts';
import { random } from '../support/seed.ts';
import { settingsFor, startServer } from '../support/server-process.ts';
import { shop, shoppersOf } from '../support/shoppers.ts';
import { quantile, steadily, type Reached } from '../support/steady-load.ts';
import { call, ownCalls, rotate, succeed, type Load, type Turning } from '../support/turning-keys.ts';

const perSecond = 600;
const seconds = count(600);
const rotations = count(1000);
const perWorkspace = 25;
const isLinux = process.platform === 'linux';
const plenty = '1000000';
const next = random();
const settings: Record<string, string> = {
  ...settingsFor(await migratedDatabase()),
  DATABASE_POOL: '10',
  LOG_LEVEL: 'warn',
  ACCESS_TOKEN_TTL_SECONDS: '3600',
  LIMIT_SANDBOX_PER_KEY_PER_MINUTE: plenty,
  LIMIT_SANDBOX_PER_APPLICATION_PER_MINUTE: plenty,
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: plenty,
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: plenty,
  LIMIT_KEYS_PER_APPLICATION_PER_HOUR: plenty,
  LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: plenty,
};
const server = await startServer(settings);
const database = await openedAs(settings);
const { knex } = database;
afterAll(async () => await database.close());

/** Creates 50 applications of two workspaces, whose products have the same slug. */
async function fifty(): Promise<Turning[]> {
  const marks = Array.from({ length: 2 * perWorkspace }, (_, index) => `mark-${index}`);
  const halves = [marks.slice(0, perWorkspace), marks.slice(perWorkspace)];
  const shoppers = [];
  for (const half of halves) shoppers.push(...(await shoppersOf(server.url, half)));
  const calm = { isChosen: false, isTurning: false, turns: 0, retiring: null };
  return shoppers.map((it) => ({ ...it, ...calm }));
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;

/** Rotates at a fixed rate, each time another key than those under way; every other rotation makes a successor. */
async function turnSteadily(load: Load, shoppers: Turning[]): Promise<void> {
  const from = performance.now();
  const under = new Set<Promise<void>>();
  for (let begun = 0; begun < rotations; begun += 1) {
    await after(Math.max(0, from + (begun * seconds * 1000) / rotations - performance.now()));
    if (under.size === shoppers.length) await Promise.race(under);
    const shopper = pick(shoppers.filter(({ isChosen }) => !isChosen));
    shopper.isChosen = true;
    const turned: Promise<void> = (begun % 2 === 0 ? rotate : succeed)(load, shopper).finally(() => {
      shopper.isChosen = false;
      under.delete(turned);
    });
    under.add(turned);
  }
  await Promise.all(under);
}

function report({ took, perSecond: reached, lateMs }: Reached, cpuMs: number | null, load: Load): void {
  const { accepted, refused, inGrace } = load;
  console.info(
    `${took.length} calls, ${reached.toFixed(0)} of ${perSecond} a second, at most ${lateMs.toFixed(0)} ms late; ` +
      `p50 ${quantile(took, 0.5)} ms, p99 ${quantile(took, 0.99)} ms; ${accepted} accepted, of these ${inGrace} ` +
      `with an earlier key, ${refused} refused; ` +
      `${cpuMs === null ? 'unknown' : (cpuMs / took.length).toFixed(2)} ms of the server’s CPU each.`,
  );
}

it(
  `with ${perSecond} calls a second offered over 50 applications for ${seconds} s, no answer crosses applications, while ${rotations} keys rotate`,
  { timeout: 60 * 60_000 },
  async () => {
    const shoppers = await fifty();
    const load: Load = { url: server.url, knex, next, accepted: 0, refused: 0, inGrace: 0, wrong: [] };
    const before = isLinux ? usageOf(server).cpuMs : 0;
    const rate = { perSecond, seconds, times: perSecond * seconds, atOnce: 200 };
    const [reached] = await Promise.all([
      steadily(rate, async () => await call(load, pick(shoppers))),
      turnSteadily(load, shoppers),
    ]);
    report(reached, isLinux ? usageOf(server).cpuMs - before : null, load);

    const [rotated, succeeded] = [Math.ceil(rotations / 2), Math.floor(rotations / 2)];
    expect(load.wrong.slice(0, 20)).toEqual([]);
    expect(load.accepted + load.refused).toBe(
      reached.took.length + ownCalls.rotate * rotated + ownCalls.succeed * succeeded,
    );
    expect(load.refused).toBeGreaterThanOrEqual(rotations);
    expect(load.inGrace).toBeGreaterThanOrEqual(succeeded);
    for (const { secret, orders } of shoppers) {
      const { text } = await shop(server.url, secret, 'GET', '/orders');
      const held = JSON.parse(text) as { id: string; item: string }[];
      expect(new Map(held.map(({ id, item }) => [id, item]))).toEqual(orders);
      expect(held).toHaveLength(orders.size);
    }
    const events = async (type: string) => await Event.query(knex).where({ type }).resultSize();
    expect([await events('api_key.rotated'), await events('api_key.successor_created')]).toEqual([
      rotated,
      succeeded,
    ]);
    const stored = shoppers.reduce((sum, { orders }) => sum + orders.size, 0);
    expect(await SandboxObject.query(knex).resultSize()).toBe(stored);
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
  },
);
