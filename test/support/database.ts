import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openDatabase, type Database, type DatabaseKind, type DatabaseOptions } from '../../db/knex.ts';
import { atEnd } from './at-end.ts';
import { administer, urlOf } from './postgres.ts';

const template = inject('template');
let made = 0;

/** The database this run is on. */
export const databaseKind: DatabaseKind = template.kind;

// Opening a PGlite takes a second, and PostgreSQL writes to its disk for two to make and drop one; emptying takes a tenth
// of a second: the files of one worker borrow the same ones.
const idle: Database[] = [];
/** A PGlite holds some 200 MB. */
const maxIdle = 3;
let migratedTables: string[] | undefined;
const optionsOf = new WeakMap<Database, DatabaseOptions>();
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
  if (template.kind === 'PGLITE') return await openDatabase({ kind: 'PGLITE', image: template.image });
  const options = await createDatabase(`template ${template.name}`);
  const database = await openDatabase(options);
  optionsOf.set(database, options);
  return database;
}

/** Connections of their own to a PostgreSQL that `testDatabase` gave: no test that holds the others lets a lease run out. */
export async function leaseDatabase(database: Database): Promise<Database> {
  const options = optionsOf.get(database);
  if (options?.kind !== 'POSTGRES') throw new Error('Several instances share a PostgreSQL alone.');
  const opened = forLeases.get(database) ?? openDatabase({ ...options, poolMax: 2 });
  forLeases.set(database, opened);
  return await opened;
}

/** False for one that its file has closed or broken. */
async function isEmptied(database: Database): Promise<boolean> {
  try {
    const tables = await tablesOf(database);
    if (tables.join() !== migratedTables?.join()) throw new Error('Its file left other tables in it.');
    // As a replica the session skips the triggers that keep the audit log from being emptied. PostgreSQL writes new files
    // for what is truncated and waits for its disk; PGlite has nobody to clear away what is deleted.
    const clear =
      database.kind === 'PGLITE'
        ? `truncate ${tables.join()} restart identity cascade`
        : tables.map((table) => `delete from ${table}`).join(';');
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

/**
 * A database with nothing in it, not yet opened, that outlives the processes which open it: on PGlite one
 * after the other, on PostgreSQL at once. Called at the top of the file it is removed after the last test.
 */
export async function emptyDatabase(): Promise<DatabaseOptions> {
  return template.kind === 'PGLITE' ? copyOf(template.emptyDir) : await createDatabase();
}

/** The same with the migrations applied, for whoever is not about a first start. */
export async function migratedDatabase(): Promise<DatabaseOptions> {
  return template.kind === 'PGLITE'
    ? copyOf(template.migratedDir)
    : await createDatabase(`template ${template.name}`);
}

function copyOf(templateDir: string): DatabaseOptions {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'pgdata');
  cpSync(templateDir, dataDir, { recursive: true });
  return { kind: 'PGLITE', dataDir };
}

// The name begins with the template's, by which the end of the run finds what there is to drop.
async function createDatabase(clause = ''): Promise<DatabaseOptions> {
  if (template.kind !== 'POSTGRES') throw new Error('This run has no PostgreSQL.');
  made += 1;
  const name = `${template.name}_${process.pid}_${made}`;
  await administer(`create database ${name} ${clause}`);
  const url = new URL(urlOf(name));
  // No test stops PostgreSQL itself, so nothing has to wait for its disk.
  url.searchParams.set('options', '-c synchronous_commit=off');
  return { kind: 'POSTGRES', url: url.href, poolMax: 4 };
}
