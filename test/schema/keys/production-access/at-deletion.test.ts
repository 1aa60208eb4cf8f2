import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { remindApprovers } from '../../../../schema/approvals/approval/remind.ts';
import { approvalsOf, type Asked } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { mailsTo } from '../../../support/mail.ts';
import { cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const start = t.clock.now().toISOString();
beforeEach(() => t.clock.set(start));

/** Creates a separate workspace for each test. */
async function company() {
  const place = await cast(t);
  const [admin, developer] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
  const session = { as: place.owner, workspace: place.workspaceId };
  const application = async ({ applicationId }: Asked, verb: 'suspend' | 'reactivate' | 'restore') =>
    await t.rest('POST', `/api/console/applications/${applicationId}/${verb}`, session);
  const remove = async ({ applicationId }: Asked) =>
    await t.rest('DELETE', `/api/console/applications/${applicationId}`, session);
  const standOf = async ({ applicationId, approvalRequestId }: Asked) => {
    const query = `query ($id: ID!, $applicationId: ID!) { me { counters { approvalsWaiting } }
      approvalRequest(id: $id) { status outcome eligibleApproverCount }
      productionAccess(applicationId: $applicationId) { status reason } }`;
    const { body } = await t.graphql(query, { id: approvalRequestId, applicationId }, session);
    const { me, approvalRequest: request, productionAccess: access } = body.data;
    return { request, access, waiting: me.counters.approvalsWaiting };
  };
  return { ...place, admin, developer, application, remove, standOf, approvals: approvalsOf(t, place) };
}

const reason = 'The application was deleted.';

describe('spec §3: a request for an application that is deleted', () => {
  it('is canceled in the same commit with the reason, and its requester gets a mail', async () => {
    const { owner, developer, workspaceId, approvals, remove, standOf } = await company();
    const asked = await approvals.ask(developer);
    const before = (await eventsOf(t, workspaceId)).length;

    const { status } = await remove(asked);

    expect(status).toBe(200);
    expect(await standOf(asked)).toEqual({
      request: { status: 'CANCELLED', outcome: reason, eligibleApproverCount: null },
      access: { status: 'WITHDRAWN', reason },
      waiting: 0,
    });
    const told = (await eventsOf(t, workspaceId)).slice(before);
    expect(told.map(({ type, actor }) => [type, actor.id])).toEqual([
      ['application.production_access.withdrawn', owner.memberId],
      ['approval.cancelled', owner.memberId],
      ['application.deleted', owner.memberId],
    ]);
    const mails = await mailsTo(t, developer.email);
    const [mail, ...others] = mails.filter(({ subject }) => subject.startsWith('It was canceled: '));
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`\n${reason}\n`);
  });

  it('is not revived when the application is restored: a new request is needed', async () => {
    const { admin, developer, approvals, application, remove, standOf } = await company();
    const asked = await approvals.ask(developer);
    await remove(asked);

    const restored = await application(asked, 'restore');
    const approved = await approvals.approve(asked, admin);
    const again = await approvals.requestFor(asked.applicationId, developer);

    expect(restored.status).toBe(200);
    expect(approved).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect((await standOf(asked)).request.status).toBe('CANCELLED');
    expect(again).toMatchObject({ status: 200, data: { productionAccess: { revision: 2 } } });
  });

  it('for a review is canceled, and the approved access stays unchanged', async () => {
    const { admin, developer, approvals, remove, standOf } = await company();
    const first = await approvals.ask(developer);
    await approvals.approve(first, admin);
    await t.ports.database
      .knex('productionAccess')
      .where({ applicationId: first.applicationId })
      .update({ reviewBy: t.clock.now() });
    const again = await approvals.requestFor(first.applicationId, developer);

    await remove(first);

    expect(again.status).toBe(200);
    expect((await standOf(first)).access.status).toBe('APPROVED');
  });

  it('is canceled, or no longer created, if the deletion runs at the same time', async () => {
    const { developer, workspaceId, approvals, remove } = await company();
    for (let race = 0; race < count(500); race += 1) {
      const applicationId = await approvals.application();
      const deleting = async () => {
        for (let turns = 0; turns < race % 12; turns += 1) await turn();
        return await remove({ applicationId } as Asked);
      };

      const [{ status }, deletion] = await Promise.all([
        approvals.requestFor(applicationId, developer),
        deleting(),
      ]);

      const waiting = await t.ports.database
        .knex('approvalRequest')
        .where({ workspaceId, subjectId: applicationId, status: 'PENDING' });
      // Either the later command sees the earlier one, or the deletion must be sent again.
      expect([200, 409]).toContain(status);
      expect(waiting).toHaveLength(deletion.status === 200 ? 0 : 1);
    }
  });
});

/** Sends reminders until none is left, however many requests the races above have left. */
async function remindAll(): Promise<void> {
  const reminded = async () =>
    (await t.ports.database.knex('approvalRequest').whereNotNull('remindedAt').select('id')).length;
  for (let [before, now] = [-1, await reminded()]; now > before; [before, now] = [now, await reminded()])
    await remindApprovers(t.ports);
}

describe('spec §5.10: a request for an application that is suspended', () => {
  it('is not counted and causes no reminder, and counts again after a reactivation', async () => {
    const { owner, admin, developer, approvals, application, standOf } = await company();
    const asked = await approvals.ask(developer);
    await application(asked, 'suspend');
    const approved = await approvals.approve(asked, admin);
    const suspended = await standOf(asked);
    t.clock.advance({ days: 16 });
    await remindAll();
    const reminders = async () =>
      (await mailsTo(t, owner.email)).filter(({ subject }) => subject.startsWith('Your decision is still'));
    const remindedWhileSuspended = await reminders();
    t.clock.set(start);

    await application(asked, 'reactivate');

    const active = await standOf(asked);
    t.clock.advance({ days: 16 });
    await remindAll();
    expect(approved).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect(suspended).toMatchObject({ request: { status: 'PENDING', eligibleApproverCount: 0 }, waiting: 0 });
    expect(remindedWhileSuspended).toEqual([]);
    expect(active).toMatchObject({ request: { status: 'PENDING', eligibleApproverCount: 2 }, waiting: 1 });
    expect(await reminders()).toHaveLength(1);
  });
});
