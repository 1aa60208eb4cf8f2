import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../db/transaction.ts';
import { verifyRows } from '../../../../db/verify-rows.ts';
import { acceptRow } from '../../../../schema/records/audit/accept-row.ts';
import { Changes } from '../../../../schema/kernel/changes.ts';
import { nobody } from '../../../../schema/command/create-context.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { lastEntryOf } from '../../../support/trail.ts';

const t = await testApp();
const { knex } = t.ports.database;
const place = await cast(t);
const { owner, workspaceId } = place;

const accept = async (table: string, id: string) =>
  await inTransaction(knex, async (trx) => {
    const caller = { kind: 'SYSTEM', job: 'verify' } as const;
    return await acceptRow(
      { knex: trx, clock: t.clock, caller, client: nobody(), changes: new Changes() },
      table,
      id,
    );
  });
const me = async (as: { token: string }) =>
  await t.rest('GET', '/api/developer-portal/me', { as, workspace: workspaceId });

describe('npm run verify', () => {
  it('reports a row that was changed outside of the service, until an operator accepts it', async () => {
    const viewer = await place.another('VIEWER');
    await knex('member').where({ id: viewer.memberId }).update({ role: 'DEVELOPER' });

    const { faults } = await verifyRows(knex);
    const accepted = await accept('member', viewer.memberId);

    expect(faults).toEqual([`member ${viewer.memberId} was changed outside of Sallyport.`]);
    expect(accepted).toMatchObject({ id: viewer.memberId, role: 'DEVELOPER' });
    expect((await verifyRows(knex)).faults).toEqual([]);
    expect(await me(viewer)).toMatchObject({ status: 200, body: { member: { role: 'DEVELOPER' } } });
    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      action: 'integrity.accepted',
      actor: { kind: 'SYSTEM', id: 'verify' },
      targets: [{ type: 'member', id: viewer.memberId }],
    });
  });

  it('reports a row that has no MAC', async () => {
    const viewer = await place.another('VIEWER');
    await knex('person').where({ id: viewer.personId }).update({ mac: null });

    const { faults } = await verifyRows(knex);
    await accept('person', viewer.personId);

    expect(faults).toEqual([`person ${viewer.personId} was changed outside of Sallyport.`]);
    expect((await lastEntryOf(t, viewer.personId))?.action).toBe('integrity.accepted');
  });

  it('reports a row that was set back to an older version, by the audit log', async () => {
    const member = await place.another('ADMIN');
    const before = await knex('member').where({ id: member.memberId }).first();
    const path = `/api/console/members/${member.memberId}`;
    await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role: 'VIEWER' } });
    const { role, roleSince, rolePosition, rowVersion, mac } = before;
    await knex('member')
      .where({ id: member.memberId })
      .update({ role, roleSince, rolePosition, rowVersion, mac });

    expect((await verifyRows(knex)).faults).toEqual([
      `member ${member.memberId} was set back to its version ${rowVersion}; the audit log has its version ${rowVersion + 1}.`,
    ]);
    await accept('member', member.memberId);
    expect((await verifyRows(knex)).faults).toEqual([]);
    expect(await me(member)).toMatchObject({ status: 200, body: { member: { role: 'ADMIN' } } });
  });

  it('reports a session that was set back after another member ended it', async () => {
    const { personId } = await place.another('VIEWER');
    const before = await knex('session').where({ personId }).first();
    const { revokedAt, revokeReason, rowVersion, mac } = before;
    const query = 'mutation ($id: ID!) { revokeSession(input: { id: $id }) { session { id } } }';
    const { body } = await t.graphql(query, { id: before.id }, { as: owner, workspace: workspaceId });
    await knex('session').where({ id: before.id }).update({ revokedAt, revokeReason, rowVersion, mac });

    expect(body.errors).toBeUndefined();
    expect((await verifyRows(knex)).faults).toEqual([
      `session ${before.id} was set back to its version ${rowVersion}; the audit log has its version ${rowVersion + 1}.`,
    ]);
    await accept('session', before.id);
  });

  it('accepts no unknown row', async () => {
    expect(await accept('member', 'mem_none')).toBeNull();
  });
});
