import { expect, it } from 'vitest';
import * as migration from '../../../db/migrations/0043-admission.ts';
import { Admission } from '../../../db/models/admission.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { beforeRowMacs } from '../../support/row-macs.ts';
import { testApp } from '../../support/app.ts';
import { invitationsOf } from '../../support/invitations.ts';
import { tokenMailedTo } from '../../support/mail.ts';
import { cast, join, somebody, type CastMember } from '../../support/people.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;

it('admissions of existing members are derived from their rows and the audit log: added, invited and invited again, raised, reactivated', async () => {
  const place = await cast(t);
  const { owner, workspaceId: workspace } = place;
  const admin = await place.as('ADMIN');
  const send = async (method: 'POST' | 'PATCH', path: string, as: CastMember, body?: object) => {
    const answer = await t.rest(method, `/api/console/members/${path}`, {
      as,
      workspace,
      ...(body && { body }),
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  };
  const added = await join(t, { person: await somebody(t), role: 'DEVELOPER', by: admin, workspace });
  await send('PATCH', added, owner, { role: 'APPROVER' });
  await send('PATCH', added, admin, { role: 'ADMIN' });
  await send('POST', `${added}/suspend`, owner);
  await send('POST', `${added}/reactivate`, owner);
  // A raise counts even after the role was lowered again.
  const lowered = await join(t, { person: await somebody(t), role: 'DEVELOPER', by: owner, workspace });
  await send('PATCH', lowered, admin, { role: 'ADMIN' });
  await send('PATCH', lowered, owner, { role: 'VIEWER' });
  const invited = await somebody(t);
  const invitations = invitationsOf(t, place);
  const { id } = await invitations.invited(invited.email, 'VIEWER', admin);
  t.clock.advance({ minutes: 1 });
  await invitations.resend(id, owner);
  await invitations.accept(await tokenMailedTo(t, invited.email), invited);
  const kept = async () =>
    (await Admission.query(knex).where({ workspaceId: workspace }))
      .map(({ memberId, admittedBy, kind }) => `${memberId} ${kind} ${admittedBy}`)
      .toSorted();
  const before = await kept();

  await beforeRowMacs(knex, async () => {
    await inTransaction(knex, async (trx) => await migration.down(trx));
    await inTransaction(knex, async (trx) => await migration.up(trx));
  });

  expect(before).toHaveLength(9);
  expect(await kept()).toEqual(before);
});
