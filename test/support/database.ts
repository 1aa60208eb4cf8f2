import { inject } from 'vitest';
import { openDatabase, type Database } from '../../db/knex.ts';
import { atEnd } from './at-end.ts';
import { administer, urlOf } from './postgres.ts';

/** The URL of a database, and the size of its pool. */
export interface TestDatabase {
  url: string;
  poolMax: number;
}

/** The URL of this run's PostgreSQL, with a role that may create databases. */
export const server = inject('server');
const template = inject('template');
let made = 0;

// Creating and dropping a database takes longer than emptying one, so the files of a worker reuse databases.
const idle: Database[] = [];
const maxIdle = 3;
let migratedTables: string[] | undefined;
const optionsOf = new WeakMap<Database, TestDatabase>();
/** The connections for leases of each database. */
const forLeases = new WeakMap<Database, Promise<Database>>();

/** Opens a migrated, empty database until the end of the test or, from the top of a file, of the file. */
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

/** Opens separate connections to a database of `testDatabase`, so that no test makes a lease expire. */
export async function leaseDatabase(database: Database): Promise<Database> {
  const options = optionsOf.get(database);
  if (!options) throw new Error('The database is not one that testDatabase gave.');
  const opened = forLeases.get(database) ?? openDatabase({ ...options, poolMax: 2 });
  forLeases.set(database, opened);
  return await opened;
}

/** Returns false if its file has closed or broken it. */
async function isEmptied(database: Database): Promise<boolean> {
  try {
    const tables = await tablesOf(database);
    if (tables.join() !== migratedTables?.join()) throw new Error('Its file left other tables in it.');
    // As a replica, the session skips the triggers that protect the audit log. Deleting is faster than
    // truncating, for which PostgreSQL writes new files.
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

/** Creates an empty database for processes that open it. The end of the run drops it. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return await createDatabase();
}

/** Creates a database with the migrations applied, for tests that are not about a first start. */
export async function migratedDatabase(): Promise<TestDatabase> {
  return await createDatabase(`template ${template}`);
}

// The name begins with the template's, so that the end of the run finds the databases to drop.
async function createDatabase(clause = ''): Promise<TestDatabase> {
  made += 1;
  const name = `${template}_${process.pid}_${made}`;
  await administer(server, `create database ${name} ${clause}`);
  const url = new URL(urlOf(server, name));
  // No test stops this PostgreSQL, so commits need not wait for its disk.
  url.searchParams.set('options', '-c synchronous_commit=off');
  return { url: url.href, poolMax: 4 };
}
