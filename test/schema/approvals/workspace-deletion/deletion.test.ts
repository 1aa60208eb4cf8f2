import { describe, expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { Workspace } from '../../../../db/models/workspace.ts';
import { executeApproved } from '../../../../schema/approvals/approval/execute.ts';
import { expireApprovals, strandApprovals } from '../../../../schema/approvals/approval/expire.ts';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { deletionOf } from '../../../support/deletions.ts';
import { serviceCredential } from '../../../support/instance.ts';
import { applicationWithKey, cast, somebody, type Cast, type Somebody } from '../../../support/people.ts';
import { rewriteMacs } from '../../../support/row-macs.ts';
import { entriesOf, eventsOf, textOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, { isChecked: true });
const { knex } = t.ports.database;

async function company() {
  const people = await cast(t);
  const admin = await people.added('ADMIN');
  return { ...people, admin, ...deletionOf(t, people) };
}

async function statusOf({ workspaceId }: Pick<Cast, 'workspaceId'>): Promise<string | undefined> {
  return (await Workspace.query(knex).findById(workspaceId))?.status;
}

async function liveKey(place: Cast, asking: Somebody, deciding: Somebody) {
  const { ask, approve } = approvalsOf(t, place);
  const asked = await ask(asking);
  await approve(asked, deciding);
  const path = `/api/console/applications/${asked.applicationId}/keys`;
  const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };
  return await t.rest('POST', path, { as: place.owner, workspace: place.workspaceId, body });
}

describe('requesting the deletion of a workspace', () => {
  it('202: opens a request that names the applications and the time for a restoration, and changes nothing else', async () => {
    const place = await company();
    const { owner, workspaceId } = place;
    const { applicationId, secret } = await applicationWithKey(t, place);

    const { status, body } = await place.request(owner);

    expect(status).toBe(202);
    expect(body).toMatchObject({
      kind: 'WORKSPACE_DELETE',
      status: 'PENDING',
      subject: { type: 'workspace', id: workspaceId },
      command: {
        workspaceId,
        delayDays: 30,
        applications: [{ id: applicationId, name: 'Checkout', isLive: false }],
      },
      expiresAt: '2026-11-27T09:00:00.000Z',
    });
    expect(body.summary).toContain('For 30 days an owner can restore it, except its live keys');
    expect(await statusOf(place)).toBe('ACTIVE');
    const echo = { as: secret, body: { message: 'hi' } };
    expect(await t.rest('POST', '/v1/sandbox/echo', echo)).toMatchObject({ status: 200 });
  });

  it('states and applies the delay that the operator has set', async () => {
    const short = await testApp({ WORKSPACE_DELETION_DELAY_DAYS: '1' });
    const people = await cast(short);
    const own = deletionOf(short, people);

    const admin = await people.as('ADMIN');
    const asked = await own.request(people.owner);
    await own.approve(asked.body, admin);

    expect(asked.body.summary).toContain('For 1 day an owner');
    const listed = await short.rest('GET', '/api/developer-portal/workspaces/deleting', {
      as: people.owner,
    });
    expect(listed.body.data).toMatchObject([{ shredsAt: '2026-11-21T09:00:00.000Z' }]);
  });

  it('spec §5.10: is decided by a different OWNER or ADMIN; an APPROVER lacks the permission', async () => {
    const place = await company();
    const { body: asked } = await place.request(place.admin);

    const [self, approver] = [
      await place.approve(asked, place.admin),
      await place.approve(asked, await place.as('APPROVER')),
    ];

    expect(self).toMatchObject({ status: 403, body: { code: 'self_approval_forbidden' } });
    expect(approver).toMatchObject({ status: 403, body: { permission: 'workspace:delete' } });
    expect(await place.approve(asked, place.owner)).toMatchObject({ status: 200 });
    expect(await statusOf(place)).toBe('DELETING');
  });

  it('409 no_eligible_approver: is refused for an owner without another approver', async () => {
    const alone = await cast(t);

    expect(await deletionOf(t, alone).request(alone.owner)).toMatchObject({
      status: 409,
      body: { code: 'no_eligible_approver' },
    });
  });

  it('409: is refused while a request is pending, even one that arrives concurrently, and possible once it is over', async () => {
    const place = await company();

    const both = await Promise.all([place.request(place.owner), place.request(place.admin)]);
    const waiting = both.find(({ status }) => status === 202)?.body;
    const third = await place.request(place.owner);
    await knex('approvalRequest').where({ id: waiting.id }).update({ expiresAt: t.clock.now() });
    await rewriteMacs(knex);

    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    expect(third).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(third.body.message).toContain(waiting.id);
    expect(await place.request(place.owner)).toMatchObject({ status: 202 });
  });

  it.each([
    ['rejected', 'reject'],
    ['cancelled', 'cancel'],
  ] as const)('leaves everything unchanged if the request is %s', async (_name, verb) => {
    const place = await company();
    const { body: asked } = await place.request(place.owner);

    await place[verb](asked, verb === 'reject' ? place.admin : place.owner);

    expect(await statusOf(place)).toBe('ACTIVE');
    expect(await place.approve(asked, place.admin)).toMatchObject({ status: 409 });
  });

  it('has one outcome if an approval and a cancellation are concurrent', async () => {
    const place = await company();
    for (let race = 0; race < count(300); race += 1) {
      const { body: asked } = await place.request(place.owner);

      const [approved, cancelled] = await Promise.all([
        place.approve(asked, place.admin),
        place.cancel(asked, place.owner),
      ]);

      // The loser finds a request that is over, or no workspace at all.
      expect(['200,403', '200,409', '409,200']).toContain(`${approved.status},${cancelled.status}`);
      expect(await statusOf(place)).toBe(approved.status === 200 ? 'DELETING' : 'ACTIVE');
      if (approved.status === 200) await place.restore(place.owner);
    }
  });
});

describe('the subject of a deletion', () => {
  it('409 subject_changed: has changed after a new application, project, production access or name', async () => {
    const place = await company();
    const session = { as: place.owner, workspace: place.workspaceId };
    const changes = [
      async () => await t.rest('POST', '/api/console/projects', { ...session, body: { name: 'New' } }),
      async () => await applicationWithKey(t, place),
      async () => await liveKey(place, place.owner, place.admin),
      async () => await t.rest('PATCH', '/api/console/workspace', { ...session, body: { name: 'Another' } }),
    ];

    for (const change of changes) {
      const { body: asked } = await place.request(place.owner);
      await change();
      expect(await place.approve(asked, place.admin)).toMatchObject({
        status: 409,
        body: { code: 'subject_changed' },
      });
      await place.cancel(asked, place.owner);
    }
  });

  it('is requested again once it has changed: this supersedes the pending request, and the new one can be approved', async () => {
    const place = await company();
    const { body: stale } = await place.request(place.owner);
    const { applicationId } = await applicationWithKey(t, place);
    const before = (await eventsOf(t, place.workspaceId)).length;

    const again = await place.request(place.owner);

    const told = (await eventsOf(t, place.workspaceId)).slice(before);
    expect(again).toMatchObject({
      status: 202,
      body: { command: { applications: [{ id: applicationId }] } },
    });
    expect(told.map(({ type }) => type)).toEqual([
      'approval.superseded',
      'approval.requested',
      'workspace.deletion.requested',
    ]);
    expect(told[0]).toMatchObject({ resource: { id: stale.id }, data: { status: 'SUPERSEDED' } });
    expect((await entriesOf(t, place.workspaceId)).at(-3)).toMatchObject({
      action: 'approval.superseded',
      actor: { id: place.owner.memberId },
      reason: 'A new request has replaced it, since its subject has changed.',
    });
    expect(await place.approve(stale, place.admin)).toMatchObject({ status: 409 });
    expect(await place.approve(again.body, place.admin)).toMatchObject({ status: 200 });
  });

  it('is requested again only once, even concurrently', async () => {
    const place = await company();
    await place.request(place.owner);
    await applicationWithKey(t, place);

    const both = await Promise.all([place.request(place.owner), place.request(place.admin)]);

    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
  });

  it('can be rejected although it has changed', async () => {
    const place = await company();
    const { body: stale } = await place.request(place.owner);
    await applicationWithKey(t, place);

    expect(await place.reject(stale, place.admin)).toMatchObject({
      status: 200,
      body: { status: 'REJECTED' },
    });
  });

  it('does not include keys and members, which change daily', async () => {
    const place = await company();
    const { applicationId } = await applicationWithKey(t, place);
    const { body: asked } = await place.request(place.owner);

    await place.another('VIEWER');
    await t.rest('POST', `/api/console/applications/${applicationId}/keys`, {
      as: place.owner,
      workspace: place.workspaceId,
      body: { name: 'other', environment: 'SANDBOX', scopes: ['read'] },
    });

    expect(await place.approve(asked, place.admin)).toMatchObject({ status: 200 });
  });
});

describe('after the approval of a deletion', () => {
  it('spec §5.3: the workspace answers every member like an unknown workspace, on every surface', async () => {
    const place = await company();
    const members = [place.owner, place.admin, await place.as('DEVELOPER')];
    await place.delete(place.owner, place.admin);

    for (const as of members) {
      const at = async (workspace: string) =>
        await t.rest('GET', '/api/console/workspace', { as, workspace });
      const [deleted, unknown] = [await at(place.workspaceId), await at('ws_nothing')];
      expect(deleted.status).toBe(403);
      expect(textOf(deleted.body)).toBe(textOf(unknown.body));
      const { body } = await t.graphql('{ workspace { id } }', {}, { as, workspace: place.workspaceId });
      expect(body.errors[0].extensions.code).toBe('workspace_access_denied');
    }
  });

  it('no key of either environment works, and services receive the reason', async () => {
    const place = await company();
    const { secret } = await applicationWithKey(t, place);
    const live = await liveKey(place, place.owner, place.admin);
    await place.delete(place.owner, place.admin);

    const echo = await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'hi' } });
    const verified = await t.rest('POST', '/v1/keys/verify', {
      as: serviceCredential,
      body: { key: live.body.secret },
    });

    expect(echo).toMatchObject({ status: 401, body: { code: 'workspace_inactive' } });
    expect(verified.body).toMatchObject({ valid: false, code: 'workspace_inactive' });
  });

  it('its members keep their accounts, sessions and other workspaces', async () => {
    const place = await company();
    const { admin, owner } = place;
    const own = { as: admin, workspace: admin.ownWorkspaceId };
    const before = await t.rest('GET', '/api/console/workspace', own);
    await place.delete(owner, admin);

    const { email, password } = owner;
    const signedIn = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    const me = await t.rest('GET', '/api/developer-portal/me', { as: admin });

    expect(signedIn.status).toBe(200);
    expect(await t.rest('GET', '/api/console/workspace', own)).toMatchObject({ body: before.body });
    expect(me.body.memberships.map((it: { workspaceId: string }) => it.workspaceId)).toEqual([
      admin.ownWorkspaceId,
    ]);
  });

  it('jobs skip the workspace, and process it once it is restored', async () => {
    const place = await company();
    const { ask, approve } = approvalsOf(t, place);
    const [waiting, approved] = [await ask(place.owner), await ask(place.owner)];
    const inside = kindOf('PRODUCTION_ACCESS');
    const acts: string[] = [];
    const act = async (_ports: unknown, { id }: { id: string }) =>
      void (await Promise.resolve(acts.push(id)));
    registerKind({ ...inside, execution: { form: 'OUTSIDE', doneBy: 'the provider', seconds: 60, act } });
    await approve(approved, place.admin);
    await place.delete(place.owner, place.admin);
    await ApprovalRequest.change(knex, waiting.approvalRequestId, t.clock.now(), {
      expiresAt: t.clock.now(),
    });
    const before = await eventsOf(t, place.workspaceId);
    const runJobs = async () => {
      await expireApprovals(t.ports);
      await strandApprovals(t.ports);
      await executeApproved(t.ports);
    };

    await runJobs();
    const during = await eventsOf(t, place.workspaceId);
    const late = createSystemContext(t.ports, 'late', place.workspaceId).transaction(async () => ({}));
    await expect(late).rejects.toMatchObject({ code: 'workspace_access_denied' });
    await place.restore(place.owner);
    await runJobs();
    registerKind(inside);

    expect(during).toEqual(before);
    expect(acts).toEqual([approved.approvalRequestId]);
    const told = (await eventsOf(t, place.workspaceId)).slice(before.length).map(({ type }) => type);
    expect(told).toEqual([
      'workspace.restored',
      'application.production_access.expired',
      'approval.expired',
      'approval.executing',
      'approval.executed',
    ]);
  });

  it('each step is in the audit log, with its actor', async () => {
    const place = await company();
    const before = [await eventsOf(t, place.workspaceId), await entriesOf(t, place.workspaceId)] as const;

    await place.delete(place.owner, place.admin);
    await place.restore(place.owner);

    const events = (await eventsOf(t, place.workspaceId)).slice(before[0].length);
    const entries = (await entriesOf(t, place.workspaceId)).slice(before[1].length);
    expect(events.map(({ type, actor }) => [type, actor.id])).toEqual([
      ['approval.requested', place.owner.memberId],
      ['workspace.deletion.requested', place.owner.memberId],
      ['workspace.deletion.approved', place.admin.memberId],
      ['approval.approved', place.admin.memberId],
      ['approval.executed', place.admin.memberId],
      ['workspace.restored', place.owner.memberId],
    ]);
    expect(events[2]?.data).toMatchObject({ status: 'DELETING', shredsAt: '2026-12-20T09:00:00.000Z' });
    expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual(
      events.map(({ type }) => [type, 'SUCCESS']),
    );
  });
});

describe('a person who may not restore a workspace', () => {
  it('gets the same response for one in deletion as for an unknown one', async () => {
    const place = await company();
    const [stranger, developer] = [await somebody(t), await place.as('DEVELOPER')];
    const suspended = await place.another('OWNER');
    await t.rest('POST', `/api/console/members/${suspended.memberId}/suspend`, {
      as: place.owner,
      workspace: place.workspaceId,
    });
    await place.delete(place.owner, place.admin);
    const missing = await t.rest('POST', '/api/developer-portal/workspaces/ws_nothing/restore', {
      as: place.owner,
    });

    expect(missing.body).toMatchObject({
      code: 'not_found',
      message: 'There is no workspace with this id that you, as an owner, could restore.',
    });
    for (const as of [stranger, developer, suspended, place.admin]) {
      const answer = await place.restore(as);
      expect(answer.status).toBe(404);
      expect(textOf(answer.body)).toBe(textOf(missing.body));
      const listed = await t.rest('GET', '/api/developer-portal/workspaces/deleting', { as });
      expect(listed).toMatchObject({ status: 200, body: { data: [] } });
    }
    expect(await statusOf(place)).toBe('DELETING');
  });
});
