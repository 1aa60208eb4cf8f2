import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../db/knex.ts';
import { migrate } from '../../../db/migrate.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { startChild } from '../../support/child.ts';
import { emptyDatabase } from '../../support/database.ts';
import { list } from '../migrate.list.ts';

const options = await emptyDatabase();
const database = await openDatabase(options);
afterAll(async () => await database.close());

describe('migrate beside other processes', () => {
  it('is done by one of four that start at once, while the others wait', async () => {
    const program = new URL('../migrate.child.ts', import.meta.url);
    const four = [1, 2, 3, 4].map(() => startChild(program, JSON.stringify(options)));

    const answers = await Promise.all(four.map(async (child) => await child.line()));

    expect(four.flatMap(({ errors }) => errors)).toEqual([]);
    expect(answers.join(' ').split(/ +/).filter(Boolean).toSorted()).toEqual(list.map(({ name }) => name));
  });

  it('gives up on a table that somebody keeps locked, instead of holding up everybody', async () => {
    await migrate(database, list);
    const bark = {
      name: '0004-bark',
      up: async (knex: Database['knex']) => void (await knex.raw('alter table tree add bark text')),
      down: async () => {},
    };
    const [reading, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reader = inTransaction(database.knex, async (trx) => {
      await trx.raw('select * from tree');
      reading.resolve();
      await released.promise;
    });
    await reading.promise;

    const waiting = migrate(database, [...list, bark]);

    await expect(waiting).rejects.toThrow('It waited 2s for a lock; try again when the table is less busy.');
    released.resolve();
    await reader;
    expect(await migrate(database, [...list, bark])).toEqual(['0004-bark']);
  });
});
