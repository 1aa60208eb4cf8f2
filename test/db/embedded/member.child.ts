// Uses the embedded database of a folder: it executes each line that it reads, and prints the result.
import { createInterface } from 'node:readline';
import { joinCluster, type Membership } from '../../../db/embedded/join.ts';
import { openDatabase } from '../../../db/knex.ts';
import { inTransaction } from '../../../db/transaction.ts';

const [dataDir = ''] = process.argv.slice(2);
let membership: Membership | undefined;

const orders: Record<string, (argument: number) => Promise<unknown>> = {
  async join() {
    membership = await joinCluster(dataDir, {
      hearer: { lost: () => console.log('lost'), back: () => console.log('back'), notBack: console.log },
    });
    await using database = await openDatabase({ url: membership.url, poolMax: 1 });
    const { rows } = await database.knex.raw(
      'select (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint as started',
    );
    return rows[0].started;
  },
  async leave() {
    await membership?.[Symbol.asyncDispose]();
    return 'left';
  },
  async write(first) {
    await using database = await openDatabase({ url: membership?.url ?? '', poolMax: 2 });
    await database.knex.raw(
      'create table if not exists written (id integer primary key, part integer not null)',
    );
    for (let id = first; ; id += 2)
      try {
        await inTransaction(database.knex, async (trx) => {
          await trx('written').insert({ id, part: 1 });
          await trx('written').insert({ id: id + 1, part: 2 });
        });
        console.log(id);
      } catch {
        // PostgreSQL was killed: a transaction that was not acknowledged may or may not be stored.
      }
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [order = '', argument] = line.split(' ');
  try {
    console.log(await orders[order]?.(Number(argument)));
  } catch (error) {
    console.log((error as Error).message);
  }
}
