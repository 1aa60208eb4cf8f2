import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../db/knex.ts';
import { migrate } from '../../../db/migrate.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { startChild } from '../../support/child.ts';
import { emptyDatabase } from '../../support/database.ts';
import { list } from '../migrate.list.ts';

const options = await emptyDatabase();
const database = await openDatabase(options);
const { knex } = database;
afterAll(async () => await database.close());

describe('migrate with other processes', () => {
  it('runs in one of four processes that start at the same time, while the others wait', async () => {
    const program = new URL('../migrate.child.ts', import.meta.url);
    const four = [1, 2, 3, 4].map(() => startChild(program, JSON.stringify(options)));

    const answers = await Promise.all(four.map(async (child) => await child.line()));

    expect(four.flatMap(({ errors }) => errors)).toEqual([]);
    expect(answers.join(' ').split(/ +/).filter(Boolean).toSorted()).toEqual(list.map(({ name }) => name));
  });

  it('gives up on a locked table instead of blocking other sessions', async () => {
    await migrate(database, list);
    const bark = {
      name: '0004-bark',
      up: async (trx: Database['knex']) => void (await trx.raw('alter table tree add bark text')),
      down: async () => {},
    };
    const [reading, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reader = inTransaction(database.knex, async (trx) => {
      await trx.raw('select * from tree');
      reading.resolve();
      await released.promise;
    });
    await reading.promise;

    const waiting = migrate(database, [...list, bark]);
    await waitsForTable();
    const queued = knex('tree').select();

    await expect(waiting).rejects.toThrow('It waited 2s for a lock; try again when the table is less busy.');
    // A query that was queued after the migration proceeds while the first transaction is still open.
    expect(await queued).toEqual([]);
    released.resolve();
    await reader;
    expect(await migrate(database, [...list, bark])).toEqual(['0004-bark']);
  });

  it('names the session that it waits for, and then finds nothing to do', async () => {
    const [begun, released] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
    const slow = {
      name: '0005-slow',
      up: async (trx: Database['knex']) => {
        const { rows } = await trx.raw('select pg_backend_pid() as pid');
        begun.resolve(rows[0].pid);
        await released.promise;
      },
      down: async () => {},
    };
    const applied = await knex('schemaMigration').orderBy('name').pluck('name');
    const all = [...applied.map((name) => ({ ...slow, name })), slow];
    const first = migrate(database, all);
    const session = await begun.promise;
    const told = Promise.withResolvers<string>();

    const second = migrate(database, all, told.resolve);

    expect(await told.promise).toBe(
      `Another process is migrating the database (PostgreSQL's session ${session}); this one continues after it.`,
    );
    released.resolve();
    expect([await first, await second]).toEqual([['0005-slow'], []]);
  });
});

/** Resolves once a migration waits for a lock. */
async function waitsForTable(): Promise<void> {
  const waiting = async () => {
    const { rows } = await knex.raw(
      `select count(*)::int as n from pg_locks
       where not granted and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0].n;
  };
  await expect.poll(waiting).toBeGreaterThan(0);
}
