// `npm run migrate`: migrates the database of DATABASE_URL or DATA_DIR to this version.
import { migrate } from '../db/migrate.ts';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { assertKnown } from './arguments.ts';
import { withDatabase } from './with-database.ts';

try {
  assertKnown('migrate', []);
  const applied = await withDatabase(
    loadConfig(environment()).database,
    async (database) => await migrate(database, undefined, (sentence) => console.log(sentence)),
  );
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
