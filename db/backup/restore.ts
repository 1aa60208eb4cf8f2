import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { DatabaseError, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../knex.ts';
import { migrateWithin, takeTurn, type OnWait } from '../migrate.ts';
import { migrations, type Migration } from '../migrations/index.ts';
import {
  foreignKeysOf,
  prepareToCopy,
  relationsOf,
  sequenceNamesOf,
  tablesOf,
  type Table,
} from './catalog.ts';
import { columnList, damaged, type Header } from './format.ts';
import { openBackup, passOver, type OpenBackup } from './read.ts';

export interface Restored {
  takenAt: string;
  rows: number;
  tables: number;
  /** Migrations of this version that the backup did not have. */
  applied: string[];
  /** Tables of the backup that no migration creates. */
  passedOver: string[];
}

interface Options {
  list?: readonly Migration[];
  /** Called with a sentence about what the restore waits for. */
  onWait?: OnWait;
}

/**
 * Fills an empty database with a backup and migrates it to this version, in one transaction: after any
 * failure it is as empty as before. Requires only the role that owns the database.
 */
export async function restoreBackup(
  database: Database,
  source: Readable,
  { list = migrations, onWait = () => {} }: Options = {},
): Promise<Restored> {
  try {
    const backup = await openBackup(source);
    const own = migrationsOf(backup.header, list);
    const fill = async (trx: Knex.Transaction) => {
      await takeTurn(trx, onWait);
      await refuseUsed(trx);
      await migrateWithin(trx, own);
      await prepareToCopy(trx);
      const loaded = await load(trx, backup);
      const applied = await migrateWithin(trx, list);
      return { takenAt: backup.header.takenAt, ...loaded, applied };
    };
    // Shows the changes of the process that had the lock before, whatever the database's default is.
    const restored = await database.knex.transaction(fill, { isolationLevel: 'read committed' });
    // Otherwise PostgreSQL plans the first queries for empty tables, until autovacuum analyzes them.
    await database.knex.raw('analyze').catch(() => {});
    return restored;
  } catch (error) {
    throw error instanceof DatabaseError ? refused(error) : error;
  } finally {
    source.destroy();
  }
}

/** Returns the migrations of `list` that the backup had. Throws an Error if the backup had others. */
export function migrationsOf(header: Header, list: readonly Migration[] = migrations): readonly Migration[] {
  const known = new Set(list.map(({ name }) => name));
  const unknown = header.migrations.filter((name) => !known.has(name));
  if (unknown.length === 0) return list.filter(({ name }) => header.migrations.includes(name));
  throw new Error(
    `The backup was written by a newer version, with the unknown migrations ${unknown.join(', ')}. Restore it ` +
      'with the version that wrote it, or with a later one.',
  );
}

async function refuseUsed(trx: Knex): Promise<void> {
  const relations = await relationsOf(trx);
  if (relations.length === 0) return;
  throw new Error(
    `The database is not empty: it has ${relations.slice(0, 3).join(', ')}${relations.length > 3 ? ` and ${relations.length - 3} others` : ''}. ` +
      'A backup needs an empty one: name a new database with DATABASE_URL, or without it a new folder with DATA_DIR.',
  );
}

async function load(trx: Knex.Transaction, backup: OpenBackup) {
  const tables = await tablesOf(trx);
  const named = new Map(tables.map((table) => [table.name, table]));
  assertAll(tables, backup.header);
  const foreignKeys = await foreignKeysOf(trx);
  // Foreign keys would be checked row by row, and only a superuser can defer that.
  for (const { table, name } of foreignKeys) await trx.raw(`alter table ${table} drop constraint ${name}`);
  for (const { sql } of tables) await trx.raw(`alter table ${sql} disable trigger user`);
  // Migrations have at least inserted their own names.
  await trx.raw(`truncate ${tables.map(({ sql }) => sql).join(', ')}`);
  const { counts, passedOver } = await copyAll(trx, backup, named);
  await setSequences(trx, backup.header);
  for (const { sql } of tables) await trx.raw(`alter table ${sql} enable trigger user`);
  // Checks all rows together.
  for (const { table, name, definition } of foreignKeys)
    await trx.raw(`alter table ${table} add constraint ${name} ${definition}`);
  return {
    rows: [...counts.values()].reduce((sum, count) => sum + count, 0),
    tables: counts.size,
    passedOver,
  };
}

// The digest proves the bytes; this proves that no column was left out of the backup.
function assertAll(tables: readonly Table[], header: Header): void {
  const told = new Map(header.tables.map(({ name, columns }) => [name, columns]));
  const differing = tables.filter(({ name, columns }) => {
    if (header.leftOut.includes(name)) return false;
    return columns.toSorted().join() !== told.get(name)?.toSorted().join();
  });
  if (differing.length === 0) return;
  throw new Error(
    `The columns of the backup differ from its migrations in ${differing.map(({ name }) => name).join(', ')}. ` +
      'The tables were changed by hand: restore it with the version that wrote it into a database with the same ' +
      'change.',
  );
}

async function copyAll(trx: Knex.Transaction, backup: OpenBackup, named: ReadonlyMap<string, Table>) {
  const counts = new Map<string, number>();
  const passedOver: string[] = [];
  for (const { name, columns } of backup.header.tables) {
    const rows = backup.rowsOf({ name, columns });
    const table = named.get(name);
    if (table) counts.set(name, await copyInto(trx, { ...table, columns }, rows));
    else {
      passedOver.push(name);
      await passOver(rows);
    }
  }
  const told = await backup.finish();
  for (const [name, count] of counts)
    if (told[name] !== count)
      throw damaged(`${name} had ${told[name]} rows in the backup, but PostgreSQL accepted ${count}.`);
  return { counts, passedOver };
}

async function copyInto(
  trx: Knex.Transaction,
  { sql, columns }: Table,
  rows: AsyncGenerator<Buffer>,
): Promise<number> {
  const client: { acquireConnection(): Promise<Client> } = trx.client;
  const connection = await client.acquireConnection();
  const copy = connection.query(copyFrom(`copy ${sql} ${columnList(columns)} from stdin`));
  await pipeline(rows, copy);
  return copy.rowCount;
}

async function setSequences(trx: Knex, { sequences }: Header): Promise<void> {
  const named = new Map((await sequenceNamesOf(trx)).map(({ name, sql }) => [name, sql]));
  for (const { name, value, isCalled } of sequences) {
    const sequence = named.get(name);
    if (sequence)
      await trx.raw('select setval(?::regclass, ?::bigint, ?)::text', [sequence, value, isCalled]);
  }
}

// Appendix A: classes 22 (data exception) and 23 (integrity constraint violation), insufficient_privilege.
function refused(error: DatabaseError): Error {
  const { code = '', message } = error;
  const advice = /^2[23]/.test(code)
    ? 'Some of its rows are damaged: use another copy of the file, or another backup.'
    : code === '42501'
      ? 'Let the role of DATABASE_URL own the database.'
      : 'Fix that, and try again.';
  return new Error(
    `The backup cannot be restored, so nothing was changed: ${message.split(' - ').at(-1)}. ${advice}`,
    { cause: error },
  );
}
