import { expect, it } from 'vitest';
import * as migration from '../../../db/migrations/0026-ready-made.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { testApp } from '../../support/app.ts';
import { connectorsOf, importAll } from '../../support/connectors.ts';
import { cast } from '../../support/people.ts';
import { beforeRowMacs, rewriteMacs } from '../../support/row-macs.ts';

const t = await testApp();
const { knex } = t.ports.database;

it('an import of a ready-made description that was pending when the migration was reverted fails with a reason', async () => {
  const connectors = connectorsOf(t, await cast(t));
  const { body: waiting } = await connectors.make({ readyMade: 'github' });

  await beforeRowMacs(knex, async () => {
    await inTransaction(knex, async (trx) => await migration.down(trx));
    await inTransaction(knex, async (trx) => await migration.up(trx));
  });
  await rewriteMacs(knex);
  await importAll(t);

  expect(await connectors.read(waiting.id)).toMatchObject({
    status: 'FAILED',
    readyMade: null,
    latestImport: { failureCode: 'unreadable', failure: expect.stringContaining('The document is empty.') },
  });
});
