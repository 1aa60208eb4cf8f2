import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../db/knex.ts';
import { migrate } from '../../db/migrate.ts';
import { migrations, type Migration } from '../../db/migrations/index.ts';
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

  it('rolls back a migration that fails, names it, and continues there', async () => {
    const broken = {
      ...list[1],
      async up(knex: Database['knex']) {
        await knex.raw('create table sapling (id integer)');
        await knex.raw('create table nonsense (id nonsense)');
      },
    } as (typeof list)[number];

    const failing = migrate(database, [list[0], broken] as typeof list);

    await expect(failing).rejects.toThrow(/^Migration 0002-sapling failed and was rolled back: .*"nonsense"/);
    expect(await tables(database)).toEqual(['schema_migration', 'seed']);
    expect(await migrate(database, list)).toEqual(['0002-sapling', '0003-tree']);
  });

  // oxfmt-ignore
  it.each([
    ['a role that may not', sqlError('42501', 'permission denied to create extension "pg_trgm"'),
      'permission denied to create extension "pg_trgm". Let the role of DATABASE_URL own the database, or have its owner run `create extension pg_trgm` there.'],
    ['a role that may not', sqlError('42501', 'permission denied for schema public'),
      'permission denied for schema public. Let the role of DATABASE_URL own the database.'],
    ['an extension that is not there', sqlError('0A000', 'extension "pg_trgm" is not available'),
      'extension "pg_trgm" is not available. Install pg_trgm on the PostgreSQL server: it is one of the contrib modules, often in the package postgresql-contrib.'],
    ['an extension that is not there', 'create extension no_such_thing',
      'Install no_such_thing on the PostgreSQL server: it is one of the contrib modules, often in the package postgresql-contrib.'],
  ])('explains what to do about %s', async (_, statement, sentence) => {
    const refused: Migration = {
      name: '0001-refused',
      up: async (knex) => void (await knex.raw(`select 1; ${statement}`)),
      down: async () => {},
    };

    const failing = migrate(database, [refused]);

    await expect(failing).rejects.toThrow(sentence);
    await expect(failing).rejects.not.toThrow('select 1');
  });

  it('rejects a database that a newer version wrote', async () => {
    await migrate(database, list);

    const older = migrate(database, list.slice(0, 2));

    await expect(older).rejects.toThrow(
      'The database was written by a newer version, with the unknown migrations 0003-tree. Start the version that migrated it, or choose another database.',
    );
  });

  it('completes the work of a process that was killed halfway', { timeout: 60_000 }, async () => {
    const child = startChild(program, JSON.stringify(forChildren), 'stuck');
    expect(await child.line()).toBe('half');

    await child.kill();

    await using opened = await openDatabase(forChildren);
    expect(await migrate(opened, list)).toEqual(['0003-tree']);
    await clear(opened);
  });

  it('reverts its own migrations and applies them again', async () => {
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

function sqlError(code: string, message: string): string {
  return `do $$ begin raise exception using errcode = '${code}', message = '${message}'; end $$`;
}

async function clear({ knex }: Database): Promise<void> {
  await knex.raw('drop schema public cascade; create schema public');
}

async function tables({ knex }: Database): Promise<string[]> {
  return await knex('pg_tables').where({ schemaname: 'public' }).orderBy('tablename').pluck('tablename');
}
