// `npm run migrate`: brings the database that DATABASE_URL or DATA_DIR names to this version.
import { claimDataFolder } from '../db/data-folder.ts';
import { openDatabase } from '../db/knex.ts';
import { migrate } from '../db/migrate.ts';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';

try {
  const config = loadConfig(environment());
  using held = new DisposableStack();
  if (config.database.kind === 'PGLITE') held.use(claimDataFolder(config.dataDir));
  await using database = await openDatabase(config.database);
  const applied = await migrate(database, undefined, (sentence) => console.log(sentence));
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
