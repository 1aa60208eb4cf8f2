import { expect, it } from 'vitest';
import * as migration from '../../../db/migrations/0026-ready-made.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { testApp } from '../../support/app.ts';
import { connectorsOf, importAll } from '../../support/connectors.ts';
import { cast } from '../../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;

it('what waited for a ready-made description when it was taken down comes to nothing, and says so', async () => {
  const connectors = connectorsOf(t, await cast(t));
  const { body: waiting } = await connectors.make({ readyMade: 'github' });

  await inTransaction(knex, async (trx) => await migration.down(trx));
  await inTransaction(knex, async (trx) => await migration.up(trx));
  await importAll(t);

  expect(await connectors.read(waiting.id)).toMatchObject({
    status: 'FAILED',
    readyMade: null,
    latestImport: { failureCode: 'unreadable', failure: expect.stringContaining('The document is empty.') },
  });
});
