// Migrates, and kills itself in the named migration, after its last statement and before the commit.
import { openDatabase } from '../../../db/knex.ts';
import { migrate } from '../../../db/migrate.ts';
import { migrations, type Migration } from '../../../db/migrations/index.ts';

const [options = '', fatal = ''] = process.argv.slice(2);
await using database = await openDatabase(JSON.parse(options));
console.log('begun');
await migrate(database, migrations.map(deadly), (sentence) => console.log(sentence));
console.log('done');

function deadly(migration: Migration): Migration {
  if (migration.name !== fatal) return migration;
  return {
    ...migration,
    async up(knex) {
      await migration.up(knex);
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => {});
    },
  };
}
