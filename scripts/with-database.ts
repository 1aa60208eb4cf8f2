import { hasDatabase, refusePglite } from '../db/embedded/folder.ts';
import { openDatabase, type Database } from '../db/knex.ts';
import { reachDatabase, type DatabaseSettings } from '../db/reach.ts';

/**
 * Runs a command's work on the configured database. Leaves the embedded one at the end, even after Ctrl-C.
 */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const reaching = reachDatabase(settings);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      const left = reaching.then(async (reached) => await reached[Symbol.asyncDispose]());
      // PostgreSQL rolls back the work in progress.
      void left.catch(() => {}).finally(() => process.exit(130));
    });
  await using reached = await reaching;
  await using database = await openDatabase(reached);
  return await work(database);
}

/**
 * Does the same for an existing database. Throws an Error if there is none, since DATA_DIR may be mistyped.
 */
export async function withExistingDatabase<T>(
  settings: DatabaseSettings,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { url, dataDir } = settings;
  if (url === null && !hasDatabase(dataDir)) {
    refusePglite(dataDir);
    throw new Error(`There is no database in ${dataDir}. Check DATA_DIR. Nothing was done.`);
  }
  return await withDatabase(settings, work);
}
