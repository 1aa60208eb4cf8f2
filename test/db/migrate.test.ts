import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../db/knex.ts';
import { migrate } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { inTransaction } from '../../db/transaction.ts';
import { startChild } from '../support/child.ts';
import { emptyDatabase, testDatabase } from '../support/database.ts';
import { list } from './migrate.list.ts';

const database = await testDatabase();
const forChildren = await emptyDatabase();
const program = new URL('migrate.child.ts', import.meta.url);

describe('migrate', () => {
  beforeEach(async () => await clear(database));

  it('applies every migration in order, and none a second time', async () => {
    expect(await migrate(database, list.slice(0, 2))).toEqual(['0001-seed', '0002-sapling']);
    expect(await migrate(database, list)).toEqual(['0003-tree']);
    expect(await migrate(database, list)).toEqual([]);
    expect(await tables(database)).toEqual(['sapling', 'schema_migration', 'seed', 'tree']);
  });

  it('keeps nothing of a migration that fails, names it, and goes on from there', async () => {
    const broken = {
      ...list[1],
      async up(knex: Database['knex']) {
        await knex.raw('create table sapling (id integer)');
        await knex.raw('create table nonsense (id nonsense)');
      },
    } as (typeof list)[number];

    const failing = migrate(database, [list[0], broken] as typeof list);

    await expect(failing).rejects.toThrow(
      /^Migration 0002-sapling failed, nothing of it is kept: .*"nonsense"/,
    );
    expect(await tables(database)).toEqual(['schema_migration', 'seed']);
    expect(await migrate(database, list)).toEqual(['0002-sapling', '0003-tree']);
  });

  it('refuses a database that a newer version wrote', async () => {
    await migrate(database, list);

    const older = migrate(database, list.slice(0, 2));

    await expect(older).rejects.toThrow(
      'The database was written by a newer version: this one does not know 0003-tree. Start the version that migrated it, or choose another database.',
    );
  });

  it('completes what a process killed in the middle began', { timeout: 60_000 }, async () => {
    const child = startChild(program, JSON.stringify(forChildren), 'stuck');
    expect(await child.line()).toBe('half');

    await child.kill();

    await using opened = await openDatabase(forChildren);
    expect(await migrate(opened, list)).toEqual(['0003-tree']);
    await clear(opened);
  });

  it('takes its own migrations down and up again', async () => {
    await migrate(database);
    const before = await tables(database);

    await inTransaction(database.knex, async (trx) => {
      for (const migration of migrations.toReversed()) await migration.down(trx);
      await trx('schemaMigration').del();
    });

    expect(await tables(database)).toEqual(['schema_migration']);
    expect(await migrate(database)).toEqual(migrations.map(({ name }) => name));
    expect(await tables(database)).toEqual(before);
  });
});

async function clear({ knex }: Database): Promise<void> {
  await knex.raw('drop schema public cascade; create schema public');
}

async function tables({ knex }: Database): Promise<string[]> {
  return await knex('pg_tables').where({ schemaname: 'public' }).orderBy('tablename').pluck('tablename');
}
