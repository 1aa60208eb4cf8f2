// Applies the list of migrations; with the argument `stuck`, the last one waits until the process is killed.
import { openDatabase } from '../../db/knex.ts';
import { migrate } from '../../db/migrate.ts';
import { list } from './migrate.list.ts';

const [options = '', isStuck = ''] = process.argv.slice(2);
await using database = await openDatabase(JSON.parse(options));
const names = await migrate(
  database,
  isStuck === 'stuck'
    ? [...list.slice(0, -1), { ...list[list.length - 1], up: stuck } as (typeof list)[number]]
    : list,
);
console.log(names.join(' '));

async function stuck(knex: Parameters<(typeof list)[number]['up']>[0]): Promise<void> {
  await knex.raw('create table tree (id integer primary key)');
  console.log('half');
  await new Promise(() => setInterval(() => {}, 1000));
}
