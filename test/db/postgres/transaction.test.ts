import { Model } from 'objection';
import { expect, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { testDatabase } from '../../support/database.ts';

class Counter extends Model {
  static override tableName = 'counter';
  declare id: number;
  declare value: number;
}

const { knex } = await testDatabase();
await knex.raw('create table counter (id integer primary key, value integer not null)');
await knex('counter').insert([
  { id: 1, value: 0 },
  { id: 2, value: 0 },
]);

it('of two transactions in a deadlock, the one that the database aborts starts again', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let tries = 0;
  const add = async (mine: 0 | 1) =>
    await inTransaction(knex, async (trx) => {
      tries += 1;
      await Counter.query(trx)
        .findById(mine + 1)
        .increment('value', 1);
      gates[mine].resolve();
      await gates[1 - mine]?.promise;
      await Counter.query(trx)
        .findById(2 - mine)
        .increment('value', 1);
    });

  await Promise.all([add(0), add(1)]);

  expect(tries).toBe(3);
  expect(await knex('counter').pluck('value')).toEqual([2, 2]);
});
