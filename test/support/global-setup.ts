import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { TestProject } from 'vitest/node';
import { openDatabase, type DatabaseOptions } from '../../db/knex.ts';
import { migrate } from '../../db/migrate.ts';
import { administer, databaseName, databasesLike, dropDatabases, staleDatabases, urlOf } from './postgres.ts';
import { whyNoRedis } from './redis.ts';

/**
 * What every test file's database is a copy of: a migrated one, as a dumped PGlite data folder or as a
 * PostgreSQL database. `migratedDir` is the same as a data folder, `emptyDir` one from before the migrations.
 */
export type Template =
  | { kind: 'PGLITE'; image: string; migratedDir: string; emptyDir: string }
  | { kind: 'POSTGRES'; name: string };

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  export interface ProvidedContext {
    template: Template;
    /** How many each file has: two where PostgreSQL and Redis are shared, as the product's may be. */
    instances: 1 | 2;
  }
}

const folderPrefix = 'sallyport-test-';
const staleAfterMs = 24 * 60 * 60 * 1000;

/** Migrates one template for the whole run; what it returns removes everything that the run made. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kind = process.env['SALLYPORT_TEST_DATABASE'] === 'POSTGRES' ? 'POSTGRES' : 'PGLITE';
  project.provide('instances', kind === 'POSTGRES' && (await whyNoRedis()) === undefined ? 2 : 1);
  return kind === 'POSTGRES' ? await setUpPostgres(project) : await setUpPglite(project);
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  await dropDatabases(await staleDatabases());
  const name = databaseName();
  await administer(`create database ${name}`);
  await migrateAndClose({ kind: 'POSTGRES', url: urlOf(name) });
  project.provide('template', { kind: 'POSTGRES', name });
  return async () => await dropDatabases(await databasesLike(name));
}

async function setUpPglite(project: TestProject): Promise<() => Promise<void>> {
  removeStaleFolders();
  const folder = mkdtempSync(join(tmpdir(), folderPrefix));
  const [migratedDir, emptyDir] = [join(folder, 'migrated'), join(folder, 'empty')];
  await (await openDatabase({ kind: 'PGLITE', dataDir: migratedDir })).close();
  cpSync(migratedDir, emptyDir, { recursive: true });
  await migrateAndClose({ kind: 'PGLITE', dataDir: migratedDir });
  const image = join(folder, 'image.tar');
  await dump(migratedDir, image);
  project.provide('template', { kind: 'PGLITE', image, migratedDir, emptyDir });
  return async () => rmSync(folder, { recursive: true, force: true });
}

async function migrateAndClose(options: DatabaseOptions): Promise<void> {
  await using database = await openDatabase(options);
  await migrate(database);
}

async function dump(dataDir: string, image: string): Promise<void> {
  await using pglite = await PGlite.create({ dataDir, extensions: { pg_trgm } });
  // Uncompressed, it is a third faster to load (41 MB).
  const file = await pglite.dumpDataDir('none');
  writeFileSync(image, await file.bytes());
}

function removeStaleFolders(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = join(tmpdir(), name);
    if (Date.now() - statSync(folder).mtimeMs > staleAfterMs)
      rmSync(folder, { recursive: true, force: true });
  }
}
