import { expect, it } from 'vitest';
import * as migration from '../../../db/migrations/0022-execution-failed.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { approvalsOf } from '../../support/approvals.ts';
import { testApp } from '../../support/app.ts';
import { cast } from '../../support/people.ts';
import { entriesOf, eventsOf } from '../../support/trail.ts';

const t = await testApp();
const { knex } = t.ports.database;

it('events of a failed execution get the new name, and the audit log is unchanged', async () => {
  const people = await cast(t);
  const { owner: as, workspaceId: workspace } = people;
  await people.as('ADMIN');
  await approvalsOf(t, people).ask(await people.as('DEVELOPER'));
  const typesOf = async () => (await eventsOf(t, workspace)).map(({ type }) => type);
  await knex('event').where({ type: 'approval.requested' }).update({ type: 'approval.execution_failed' });
  const [types, entries] = [await typesOf(), await entriesOf(t, workspace)];

  await inTransaction(knex, async (trx) => await migration.down(trx));
  const before = await typesOf();
  await inTransaction(knex, async (trx) => await migration.up(trx));

  expect(before).toEqual(types.map((type) => type.replace('execution_failed', 'failed')));
  expect(await typesOf()).toEqual(types);
  expect(await entriesOf(t, workspace)).toEqual(entries);
  const { body } = await t.rest('GET', '/api/console/audit/verify', { as, workspace });
  expect(body).toMatchObject({ valid: true });
});
