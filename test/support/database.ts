import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { openDatabase, type Database, type DatabaseKind, type DatabaseOptions } from '../../db/knex.ts';
import { administer, dropDatabases, urlOf } from './postgres.ts';

const template = inject('template');
let made = 0;

/** The database this run is on. */
export const databaseKind: DatabaseKind = template.kind;

/**
 * A migrated, empty database of this file's own. Called at the top of the file it is given back after the last
 * test.
 */
export async function testDatabase(): Promise<Database> {
  return template.kind === 'PGLITE' ? await borrowPglite(template.image) : await openPostgres(template.name);
}

// Opening a PGlite takes a second, emptying one a tenth of it: the files of one worker borrow the same ones.
const idle: Database[] = [];
/** Each holds some 200 MB. */
const maxIdle = 3;
let migratedTables: string[] | undefined;

async function borrowPglite(image: string): Promise<Database> {
  const database = idle.pop() ?? (await openDatabase({ kind: 'PGLITE', image }));
  migratedTables ??= await tablesOf(database);
  afterAll(async () => {
    if (idle.length >= maxIdle) await database.close();
    else if (await isEmptied(database)) idle.push(database);
  });
  return database;
}

/** False for one that its file has closed or broken. */
async function isEmptied(database: Database): Promise<boolean> {
  try {
    const tables = await tablesOf(database);
    if (tables.join() !== migratedTables?.join()) throw new Error('Its file left other tables in it.');
    // As a replica the session skips the triggers that keep the audit log from being emptied.
    await database.knex.raw(
      `set session_replication_role = replica; truncate ${tables.join()} restart identity cascade;
       set session_replication_role = default`,
    );
    return true;
  } catch {
    await database.close();
    return false;
  }
}

async function tablesOf({ knex }: Database): Promise<string[]> {
  const tables = knex('pg_tables')
    .where({ schemaname: 'public' })
    .whereNot({ tablename: 'schema_migration' });
  return await tables.orderBy('tablename').pluck('tablename');
}

async function openPostgres(name: string): Promise<Database> {
  const database = await openDatabase(await createDatabase(`template ${name}`));
  afterAll(async () => await database.close());
  return database;
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
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'pgdata');
  cpSync(templateDir, dataDir, { recursive: true });
  return { kind: 'PGLITE', dataDir };
}

// The name begins with the template's, by which the end of the run finds what a crashed file left.
async function createDatabase(clause = ''): Promise<DatabaseOptions> {
  if (template.kind !== 'POSTGRES') throw new Error('This run has no PostgreSQL.');
  made += 1;
  const name = `${template.name}_${process.pid}_${made}`;
  await administer(`create database ${name} ${clause}`);
  afterAll(async () => await dropDatabases([name]));
  const url = new URL(urlOf(name));
  // No test stops PostgreSQL itself, so nothing has to wait for its disk.
  url.searchParams.set('options', '-c synchronous_commit=off');
  return { kind: 'POSTGRES', url: url.href, poolMax: 4 };
}
