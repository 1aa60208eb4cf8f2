import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stopUnused } from '../../db/embedded/control.ts';
import { joinCluster } from '../../db/embedded/join.ts';
import { openDatabase } from '../../db/knex.ts';
import { migrate } from '../../db/migrate.ts';
import {
  administer,
  databaseName,
  databasesLike,
  dropDatabases,
  serverUrl,
  staleDatabases,
  urlOf,
} from './postgres.ts';
import { whyNoRedis } from './redis.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  export interface ProvidedContext {
    /** The URL of this run's PostgreSQL, with a role that may create databases. */
    server: string;
    /** The name of a migrated database on it, from which every test file's database is copied. */
    template: string;
    /** The number of instances per file: two if Redis is available. */
    instances: 1 | 2;
  }
}

const folderPrefix = 'sallyport-suite-';
/** Test data need not survive a power failure. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '1GB' };

/** Starts or finds PostgreSQL and migrates one template for the whole run; returns the cleanup of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const held = new AsyncDisposableStack();
  const server = process.env['SALLYPORT_TEST_DATABASE'] === 'SERVER' ? serverUrl : await ownServer(held);
  project.provide('server', server);
  project.provide('instances', (await whyNoRedis()) === undefined ? 2 : 1);
  await dropDatabases(server, await staleDatabases(server));
  const name = databaseName();
  await administer(server, `create database ${name}`);
  held.defer(async () => await dropDatabases(server, await databasesLike(server, name)));
  await migrateAndClose(urlOf(server, name));
  project.provide('template', name);
  return async () => await held.disposeAsync();
}

/** Starts the packaged PostgreSQL in a folder that is removed after the run. */
async function ownServer(held: AsyncDisposableStack): Promise<string> {
  await removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), folderPrefix));
  held.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { url } = held.use(await joinCluster(folder, { more: fast }));
  const server = new URL(url);
  [server.username, server.pathname] = ['postgres', '/postgres'];
  return server.href;
}

// Removes the folders of killed runs.
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = join(tmpdir(), name);
    // Another run may remove it meanwhile.
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    if ((await stopUnused(folder)).length === 0) rmSync(folder, { recursive: true, force: true });
  }
}

async function migrateAndClose(url: string): Promise<void> {
  await using database = await openDatabase({ url });
  await migrate(database);
}
