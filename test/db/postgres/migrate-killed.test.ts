import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../db/knex.ts';
import { migrate } from '../../../db/migrate.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { catalogOf } from '../../support/catalog.ts';
import { startChild, type Child } from '../../support/child.ts';
import { count, isSoak } from '../../support/count.ts';
import { emptyDatabase } from '../../support/database.ts';
import { random } from '../../support/seed.ts';

const options = await emptyDatabase();
const database = await openDatabase(options);
const { knex } = database;
afterAll(async () => await database.close());
const next = random();
const timeout = 60 * 60_000;
const program = new URL('migrate-killed.child.ts', import.meta.url);
const start = (fatal = ''): Child => startChild(program, JSON.stringify(options), fatal);

// The catalog after an undisturbed run, and the duration of such a run.
await migrate(database);
const whole = await catalogOf(knex);
const from = performance.now();
await afresh();
await migrate(database);
const tookMs = performance.now() - from;

async function afresh(): Promise<void> {
  await knex.raw('drop schema public cascade; create schema public');
}

async function until(child: Child, text: string): Promise<void> {
  for (let line = await child.line(); line !== text; line = await child.line())
    if (line === undefined) throw new Error(`It ended before ${text}: ${child.errors.join('')}`);
}

/** Returns no names if the table of migrations does not exist yet. */
async function appliedNow(): Promise<string[]> {
  const { rows } = await knex.raw(`select to_regclass('schema_migration') as found`);
  return rows[0].found === null ? [] : await knex('schema_migration').orderBy('name').pluck('name');
}

/** Starts two processes at the same time, as instances do. */
async function completeByTwo(): Promise<void> {
  const two = [start(), start()];
  await Promise.all(two.map(async (child) => await until(child, 'done')));
  expect(two.flatMap(({ errors }) => errors)).toEqual([]);
}

describe('a process that is killed while it migrates', () => {
  beforeEach(afresh);

  it(
    `lets the next ones complete the same schema, whenever it was killed (${count(300)} times)`,
    { timeout },
    async () => {
      const done: number[] = [];
      for (let time = 0; time < count(300); time += 1) {
        await afresh();
        const child = start();
        await until(child, 'begun');
        await after(next() * tookMs);
        await child.kill();
        done.push((await appliedNow()).length);

        await completeByTwo();

        expect(await catalogOf(knex)).toEqual(whole);
      }
      console.info(`Killed after ${done.join(', ')} of ${migrations.length} migrations.`);
    },
  );

  const inside = isSoak ? migrations : [migrations[Math.floor(next() * migrations.length)]];

  it.each(inside.map((migration) => migration?.name))(
    'inside %s, before its commit, leaves none of its changes and no lock',
    { timeout },
    async (name) => {
      const child = start(name);
      await until(child, 'begun');
      expect(await child.line()).toBeUndefined();
      const applied = migrations.map((migration) => migration.name).filter((it) => it < String(name));

      expect(
        await knex('schema_migration')
          .orderBy('name')
          .pluck('name')
          .catch(() => []),
      ).toEqual(applied);
      await completeByTwo();
      expect(await catalogOf(knex)).toEqual(whole);
    },
  );
});
