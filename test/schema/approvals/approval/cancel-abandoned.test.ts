import { describe, expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import type { Role } from '../../../../db/models/member.ts';
import { cancelAbandoned } from '../../../../schema/approvals/approval/cancel-abandoned.ts';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { approvalsOf, type Asked } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf, credentialFor, tokenBy } from '../../../support/automations.ts';
import { deletionOf } from '../../../support/deletions.ts';
import { mailsTo } from '../../../support/mail.ts';
import { cast, type CastMember } from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;

/** Creates a separate workspace for each test. */
async function company() {
  const place = await cast(t);
  const [admin, developer] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
  const session = { as: place.owner, workspace: place.workspaceId };
  const move = async ({ memberId }: CastMember, verb: 'suspend' | 'reactivate') =>
    await t.rest('POST', `/api/console/members/${memberId}/${verb}`, session);
  const become = async ({ memberId }: CastMember, role: Role) =>
    await t.rest('PATCH', `/api/console/members/${memberId}`, { ...session, body: { role } });
  const remove = async ({ memberId }: CastMember) =>
    await t.rest('DELETE', `/api/console/members/${memberId}`, session);
  const requestOf = async ({ approvalRequestId: id }: Asked) => {
    const query = `query ($id: ID!) { me { counters { approvalsWaiting } }
      approvalRequest(id: $id) { status outcome endedAt eligibleApproverCount } }`;
    const { body } = await t.graphql(query, { id }, session);
    return { ...body.data.approvalRequest, waitingForOwner: body.data.me.counters.approvalsWaiting };
  };
  const accessOf = async ({ applicationId }: Asked) =>
    (await t.rest('GET', `/api/console/applications/${applicationId}/production-access`, session)).body;
  const tellsSince = async (before: number) => (await eventsOf(t, place.workspaceId)).slice(before);
  const [approvals, deletion] = [approvalsOf(t, place), deletionOf(t, place)];
  return {
    ...place,
    admin,
    developer,
    approvals,
    deletion,
    move,
    become,
    remove,
    requestOf,
    accessOf,
    tellsSince,
  };
}

type Company = Awaited<ReturnType<typeof company>>;

// oxfmt-ignore
const leavings: [name: string, leave: (place: Company) => Promise<unknown>, reason: string][] = [
  ['is suspended',                   async ({ move, developer }) => await move(developer, 'suspend'), 'The requester was suspended.'],
  ['is removed',                     async ({ remove, developer }) => await remove(developer),        'The requester has left the workspace.'],
  ['has a role that does not ask',   async ({ become, developer }) => await become(developer, 'VIEWER'), 'The requester’s role no longer permits this request.'],
  ['is suspended, and back by then', async ({ move, developer }) => {
                                       await move(developer, 'suspend');
                                       await move(developer, 'reactivate');
                                     },                                                                'The requester was suspended.'],
];

describe('spec §3: a pending request of a member', () => {
  it.each(leavings)(
    'is cancelled with the reason, together with its subject, once its requester %s',
    async (_how, leave, reason) => {
      const place = await company();
      const asked = await place.approvals.ask(place.developer);
      await leave(place);
      const before = (await eventsOf(t, place.workspaceId)).length;

      await cancelAbandoned(t.ports);
      await cancelAbandoned(t.ports);

      const endedAt = t.clock.now().toISOString();
      expect(await place.requestOf(asked)).toMatchObject({ status: 'CANCELLED', outcome: reason, endedAt });
      expect(await place.accessOf(asked)).toMatchObject({ status: 'WITHDRAWN', reason });
      const told = await place.tellsSince(before);
      expect(told.map(({ type }) => type)).toEqual([
        'application.production_access.withdrawn',
        'approval.cancelled',
      ]);
      expect(told[1]).toMatchObject({
        actor: { kind: 'SYSTEM', id: 'cancel-abandoned' },
        data: { status: 'CANCELLED', outcome: reason },
      });
      expect((await entriesOf(t, place.workspaceId)).at(-1)).toMatchObject({
        action: 'approval.cancelled',
        reason,
      });
    },
  );

  it.each(leavings)(
    'cannot be approved, and is in no counter, as soon as its requester %s',
    async (_how, leave, reason) => {
      const place = await company();
      const asked = await place.approvals.ask(place.developer);
      const before = await place.requestOf(asked);
      await leave(place);

      const answer = await place.approvals.approve(asked, place.admin);
      const waiting = await place.requestOf(asked);
      await cancelAbandoned(t.ports);
      const after = await place.approvals.approve(asked, place.admin);

      expect(before).toMatchObject({ eligibleApproverCount: 2, waitingForOwner: 1 });
      expect(answer).toMatchObject({
        status: 409,
        code: 'invalid_transition',
        message: `${reason} So it can no longer be approved. Cancel it, or wait a second until the server cancels it. Then make a new request.`,
      });
      expect(waiting).toMatchObject({ status: 'PENDING', eligibleApproverCount: 0, waitingForOwner: 0 });
      expect(after).toMatchObject({
        code: 'invalid_transition',
        message: `This request is no longer pending: it was cancelled at ${t.clock.now().toISOString()}. ${reason} Make a new request.`,
      });
    },
  );

  it('stays pending if its requester gets another role with the same permission', async () => {
    const place = await company();
    const asked = await place.approvals.ask(place.developer);
    await place.become(place.developer, 'ADMIN');

    await cancelAbandoned(t.ports);

    expect(await place.requestOf(asked)).toMatchObject({ status: 'PENDING', eligibleApproverCount: 2 });
    expect(await place.approvals.approve(asked, place.admin)).toMatchObject({ status: 200 });
  });

  it('is reported by mail to a person who has approved it, if it takes two', async () => {
    const inside = kindOf('PRODUCTION_ACCESS');
    registerKind({ ...inside, quorum: 2 });
    const place = await company();
    const asked = await place.approvals.ask(place.developer);
    await place.approvals.approve(asked, place.admin);
    await place.move(place.developer, 'suspend');

    await cancelAbandoned(t.ports);
    registerKind(inside);

    const mails = await mailsTo(t, place.admin.email);
    const [mail, ...others] = mails.filter(({ subject }) => subject.startsWith('It was canceled: '));
    expect(others).toEqual([]);
    expect(mail?.text).toContain('\nThe requester was suspended.\n');
  });

  it('for the deletion of the workspace is cancelled, too', async () => {
    const place = await company();
    const { body } = await place.deletion.request(place.admin);
    await place.move(place.admin, 'suspend');

    await cancelAbandoned(t.ports);

    const request = await ApprovalRequest.query(knex).findById(body.id);
    expect(request).toMatchObject({ status: 'CANCELLED', outcome: 'The requester was suspended.' });
  });

  it.each(['is suspended', 'asks no more in their role'])(
    'does not block another one before the job has run, once its requester %s',
    async (how) => {
      const place = await company();
      const other = await place.another('ADMIN');
      const asked = await place.approvals.ask(place.admin);
      const { body: deletion } = await place.deletion.request(place.admin);
      if (how === 'is suspended') await place.move(place.admin, 'suspend');
      else await place.become(place.admin, 'APPROVER');

      const again = await place.approvals.requestFor(asked.applicationId, other);
      const deleted = await place.deletion.request(other);

      expect(again).toMatchObject({ status: 200, data: { productionAccess: { revision: 2 } } });
      expect(deleted.status).toBe(202);
      expect(await place.requestOf(asked)).toMatchObject({ status: 'CANCELLED' });
      expect(await ApprovalRequest.query(knex).findById(deletion.id)).toMatchObject({ status: 'CANCELLED' });
    },
  );
});

describe('spec §3, §5.8: the request of an automation that has stopped', () => {
  it('is cancelled, and an adoption does not revive it', async () => {
    const place = await company();
    const robot = await automationOf(t, place, { by: place.admin });
    const asked = await place.approvals.ask(robot);
    await place.move(place.admin, 'suspend');
    const counted = await place.requestOf(asked);

    await cancelAbandoned(t.ports);
    const session = { as: place.owner, workspace: place.workspaceId };
    const path = `/api/console/automations/${robot.automationId}`;
    await t.rest('POST', `${path}/offer`, { ...session, body: { toMemberId: place.owner.memberId } });
    const adopted = await t.rest('POST', `${path}/adopt`, session);

    expect(counted).toMatchObject({ eligibleApproverCount: 0, waitingForOwner: 0 });
    expect(adopted.status).toBe(200);
    expect(await place.requestOf(asked)).toMatchObject({
      status: 'CANCELLED',
      outcome: 'The automation that made the request has lost its owner.',
    });
    expect(await place.accessOf(asked)).toMatchObject({ status: 'WITHDRAWN' });
  });

  it('is cancelled if the automation was removed', async () => {
    const place = await company();
    const robot = await automationOf(t, place);
    const asked = await place.approvals.ask(robot);
    const session = { as: place.owner, workspace: place.workspaceId };
    await t.rest('DELETE', `/api/console/automations/${robot.automationId}`, session);

    await cancelAbandoned(t.ports);

    expect(await place.requestOf(asked)).toMatchObject({ status: 'CANCELLED' });
  });
});

describe('spec §3: the request of an automation with a credential', () => {
  const reason = 'The credential of the request was revoked.';

  async function automated() {
    const place = await company();
    const robot = await automationOf(t, place);
    const path = `/api/console/automations/${robot.automationId}/credentials/${robot.credentialId}`;
    const session = { as: place.owner, workspace: place.workspaceId };
    const act = async (verb: 'revoke' | 'rotate') => await t.rest('POST', `${path}/${verb}`, session);
    return { ...place, robot, act };
  }

  it('that was since revoked cannot be approved, is in no counter, and is cancelled with the reason', async () => {
    const { robot, act, approvals, admin, requestOf, accessOf } = await automated();
    const asked = await approvals.ask(robot);
    const before = await requestOf(asked);
    await act('revoke');

    const answer = await approvals.approve(asked, admin);
    const waiting = await requestOf(asked);
    await cancelAbandoned(t.ports);

    expect(before.eligibleApproverCount).toBe(1);
    expect(answer).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect(answer.message).toContain(
      'The credential of the request was revoked. So it can no longer be approved.',
    );
    expect(waiting).toMatchObject({ status: 'PENDING', eligibleApproverCount: 0, waitingForOwner: 0 });
    expect(await requestOf(asked)).toMatchObject({ status: 'CANCELLED', outcome: reason });
    expect(await accessOf(asked)).toMatchObject({ status: 'WITHDRAWN', reason });
  });

  it('that was since rotated stays pending', async () => {
    const { robot, act, approvals, admin } = await automated();
    const asked = await approvals.ask(robot);
    expect(await act('rotate')).toMatchObject({ status: 200 });

    await cancelAbandoned(t.ports);

    expect(await approvals.approve(asked, admin)).toMatchObject({ status: 200 });
  });

  it('stays pending if another credential was revoked', async () => {
    const { robot, act, approvals, admin, owner, workspaceId: workspace } = await automated();
    const { automationId } = robot;
    const { secret } = await credentialFor(t, { automationId, workspace, by: owner });
    const asked = await approvals.ask({ token: await tokenBy(t, { secret }) });
    await act('revoke');

    await cancelAbandoned(t.ports);

    expect(await approvals.approve(asked, admin)).toMatchObject({ status: 200 });
  });

  it('can be made again immediately by another member after a revocation', async () => {
    const { robot, act, approvals, developer, requestOf } = await automated();
    const asked = await approvals.ask(robot);
    await act('revoke');

    const again = await approvals.requestFor(asked.applicationId, developer);

    expect(again).toMatchObject({ status: 200, data: { productionAccess: { revision: 2 } } });
    expect(await requestOf(asked)).toMatchObject({ status: 'CANCELLED', outcome: reason });
  });

  it('concurrent with a revocation: is approved before it, or not at all', async () => {
    for (let race = 0; race < 10; race += 1) {
      const { robot, act, approvals, admin, tellsSince, requestOf } = await automated();
      const asked = await approvals.ask(robot);

      const [answer] = await Promise.all([approvals.approve(asked, admin), act('revoke')]);

      await cancelAbandoned(t.ports);
      const told = (await tellsSince(0)).map(({ type }) => type);
      const [approved, revoked] = [
        told.indexOf('approval.approved'),
        told.indexOf('member.automation.credential_revoked'),
      ];
      expect(approved >= 0).toBe(answer.status === 200);
      expect(await requestOf(asked)).toMatchObject({ status: approved >= 0 ? 'EXECUTED' : 'CANCELLED' });
      expect(approved).toBeLessThan(revoked);
    }
  });
});

describe('the job', () => {
  it('opens no transaction for valid requests, and skips a workspace in deletion', async () => {
    const place = await company();
    const robot = await automationOf(t, place);
    for (const asking of [place.developer, robot]) await place.approvals.ask(asking);
    const gone = await company();
    const asked = await gone.approvals.ask(gone.developer);
    await gone.move(gone.developer, 'suspend');
    await gone.deletion.delete(gone.owner, gone.admin);
    const statements: string[] = [];
    const keep = ({ sql }: { sql: string }) => void statements.push(sql);
    knex.on('query', keep);

    await cancelAbandoned(t.ports);

    knex.off('query', keep);
    expect(statements).toHaveLength(1);
    expect(await ApprovalRequest.query(knex).findById(asked.approvalRequestId)).toMatchObject({
      status: 'PENDING',
    });
  });

  it('concurrent with a rejection: the request is rejected or cancelled, never both', async () => {
    const place = await company();
    for (let race = 0; race < 10; race += 1) {
      const asking = await place.another('DEVELOPER');
      const asked = await place.approvals.ask(asking);
      await place.move(asking, 'suspend');

      const [answer] = await Promise.all([
        place.approvals.reject(asked, place.admin),
        cancelAbandoned(t.ports),
      ]);

      const { status } = await place.requestOf(asked);
      expect(status).toBe(answer.status === 200 ? 'REJECTED' : 'CANCELLED');
    }
  });
});
