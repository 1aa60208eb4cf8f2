// Writes rows for as long as it lives, and prints the id of each once it is committed.
import { openDatabase } from '../../db/knex.ts';
import { inTransaction } from '../../db/transaction.ts';

const [options = '', first = ''] = process.argv.slice(2);
const { knex } = await openDatabase(JSON.parse(options));
await knex.raw('create table if not exists written (id integer primary key, part integer not null)');

for (let id = Number(first); ; id += 2) {
  await inTransaction(knex, async (trx) => {
    await trx('written').insert({ id, part: 1 });
    await trx('written').insert({ id: id + 1, part: 2 });
  });
  console.log(id);
}
