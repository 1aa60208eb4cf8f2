import { inject } from 'vitest';
import { openDatabase, type Database } from '../../db/knex.ts';
import { atEnd } from './at-end.ts';
import { administer, urlOf } from './postgres.ts';

/** Where a database is, and with how many connections it is used. */
export interface TestDatabase {
  url: string;
  poolMax: number;
}

/** The PostgreSQL of this run, as a role that may make databases. */
export const server = inject('server');
const template = inject('template');
let made = 0;

// PostgreSQL takes longer to make and drop a database than to empty one: the files of one worker borrow the same ones.
const idle: Database[] = [];
const maxIdle = 3;
let migratedTables: string[] | undefined;
const optionsOf = new WeakMap<Database, TestDatabase>();
/** Connections for leases, by the database. */
const forLeases = new WeakMap<Database, Promise<Database>>();

/**
 * A migrated, empty database of this file's own. Called at the top of the file it is given back after the last
 * test.
 */
export async function testDatabase(): Promise<Database> {
  const database = idle.pop() ?? (await openMigrated());
  migratedTables ??= await tablesOf(database);
  atEnd(async () => {
    if (idle.length < maxIdle && (await isEmptied(database))) idle.push(database);
    else await Promise.all([database.close(), forLeases.get(database)?.then(async (it) => await it.close())]);
  });
  return database;
}

async function openMigrated(): Promise<Database> {
  const options = await migratedDatabase();
  const database = await openDatabase(options);
  optionsOf.set(database, options);
  return database;
}

/** Connections of their own to a database that `testDatabase` gave: no test that holds the others lets a lease run out. */
export async function leaseDatabase(database: Database): Promise<Database> {
  const options = optionsOf.get(database);
  if (!options) throw new Error('The database is not one that testDatabase gave.');
  const opened = forLeases.get(database) ?? openDatabase({ ...options, poolMax: 2 });
  forLeases.set(database, opened);
  return await opened;
}

/** False for one that its file has closed or broken. */
async function isEmptied(database: Database): Promise<boolean> {
  try {
    const tables = await tablesOf(database);
    if (tables.join() !== migratedTables?.join()) throw new Error('Its file left other tables in it.');
    // As a replica the session skips the triggers that keep the audit log from being emptied. To delete is faster than to
    // truncate, for which PostgreSQL writes new files.
    const clear = tables.map((table) => `delete from ${table}`).join(';');
    await database.knex.raw(
      `set session_replication_role = replica; ${clear}; set session_replication_role = default`,
    );
    return true;
  } catch {
    return false;
  }
}

async function tablesOf({ knex }: Database): Promise<string[]> {
  const tables = knex('pg_tables')
    .where({ schemaname: 'public' })
    .whereNot({ tablename: 'schema_migration' });
  return await tables.orderBy('tablename').pluck('tablename');
}

/** A database with nothing in it, not yet opened, for processes that open it. It is dropped with the run. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return await createDatabase();
}

/** The same with the migrations applied, for whoever is not about a first start. */
export async function migratedDatabase(): Promise<TestDatabase> {
  return await createDatabase(`template ${template}`);
}

// The name begins with the template's, by which the end of the run finds what there is to drop.
async function createDatabase(clause = ''): Promise<TestDatabase> {
  made += 1;
  const name = `${template}_${process.pid}_${made}`;
  await administer(server, `create database ${name} ${clause}`);
  const url = new URL(urlOf(server, name));
  // No test stops this PostgreSQL, so nothing has to wait for its disk.
  url.searchParams.set('options', '-c synchronous_commit=off');
  return { url: url.href, poolMax: 4 };
}
