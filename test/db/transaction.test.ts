import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { testDatabase } from '../support/database.ts';

const { knex } = await testDatabase();
await knex.raw('create table counter (id integer primary key, value integer not null)');
await knex('counter').insert({ id: 1, value: 0 });

describe('a transaction', () => {
  it('commits everything when its work resolves, and nothing when it throws', async () => {
    const failing = inTransaction(knex, async (trx) => {
      await trx('counter').insert({ id: 3, value: 0 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');

    const value = await inTransaction(knex, async (trx) => {
      await trx('counter').insert({ id: 2, value: 7 });
      return 'done';
    });

    expect(value).toBe('done');
    expect(await knex('counter').whereIn('id', [2, 3]).pluck('id')).toEqual([2]);
  });

  it('rejects a query on the root knex inside it, immediately', async () => {
    const started = performance.now();

    const query = inTransaction(knex, async () => await knex('counter').first());

    await expect(query).rejects.toThrow('A query on the root knex was made inside a transaction.');
    expect(performance.now() - started).toBeLessThan(2000);
    expect(await knex('counter').where({ id: 1 }).first()).toEqual({ id: 1, value: 0 });
  });

  it('rejects a second transaction inside it', async () => {
    const nested = inTransaction(
      knex,
      async () => await inTransaction(knex, async (trx) => await trx.raw('select 1')),
    );

    await expect(nested).rejects.toThrow('A transaction was opened inside another one.');
  });

  it('allows the root knex in work that it started and that outlives it', async () => {
    const gate = Promise.withResolvers<void>();

    const { later } = await inTransaction(knex, async (trx) => {
      await trx.raw('select 1');
      return { later: gate.promise.then(async () => await knex('counter').where({ id: 1 }).pluck('id')) };
    });
    gate.resolve();

    expect(await later).toEqual([1]);
  });

  it('runs at the requested isolation level', async () => {
    const level = await inTransaction(
      knex,
      async (trx) => (await trx.raw('show transaction_isolation')).rows[0].transaction_isolation,
      { isolation: 'serializable' },
    );

    expect(level).toBe('serializable');
  });

  it.each(['40001', '40P01'])('starts again after %s, up to three attempts in total', async (code) => {
    let tries = 0;
    const lose = async (times: number) =>
      await inTransaction(knex, async (trx) => {
        tries += 1;
        await trx('counter').where({ id: 1 }).increment('value');
        if (tries <= times) await trx.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`);
        return tries;
      });

    expect(await lose(2)).toBe(3);
    expect(await knex('counter').where({ id: 1 }).pluck('value')).toEqual([1]);

    tries = 0;
    await expect(lose(3)).rejects.toMatchObject({ code });
    expect(tries).toBe(3);
    await knex('counter').where({ id: 1 }).update({ value: 0 });
  });

  it('does not start again after any other error', async () => {
    let tries = 0;

    const dividing = inTransaction(knex, async (trx) => {
      tries += 1;
      await trx.raw('select 1/0');
    });

    await expect(dividing).rejects.toMatchObject({ code: '22012' });
    expect(tries).toBe(1);
  });
});
