import { describe, expect, it } from 'vitest';
import { ApprovalDecision } from '../../../../db/models/approval-decision.ts';
import { approveRequest } from '../../../../schema/approvals/approval/approve.ts';
import { cancelAbandoned } from '../../../../schema/approvals/approval/cancel-abandoned.ts';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { createContext, nobody } from '../../../../schema/command/create-context.ts';
import { contextOf } from '../../../../adapters/http/context.ts';
import { approvalsOf, askedOf, type Asked } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { cast, signInAgain, type CastMember, type Somebody } from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, { isChecked: true });
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const { ask, approve, reject, requestChanges, cancel, requestFor, application } = approvalsOf(t, everyone);

async function read({ approvalRequestId: id }: Asked, as: Somebody = owner) {
  const query = `query ($id: ID!) { approvalRequest(id: $id) {
    status kind summary quorum command subject { type id } requestedBy { id } decisions { verdict comment digestSeen }
  } }`;
  return (await t.graphql(query, { id }, { as, workspace: workspaceId })).body.data.approvalRequest;
}

describe('a request', () => {
  it('spec §3, §5.10: is approved by a different person, who has seen its subject', async () => {
    const asked = await ask(developer);
    const before = await read(asked, admin);

    const { data } = await approve(asked, admin, 'Well argued.');

    expect(before).toMatchObject({
      status: 'PENDING',
      kind: 'PRODUCTION_ACCESS',
      summary: 'Production access for Checkout, revision 1',
      subject: { type: 'application', id: asked.applicationId },
      command: { applicationId: asked.applicationId, revision: 1, requestedProducts: [] },
      requestedBy: { id: developer.memberId },
      decisions: [],
    });
    expect(data['approvalRequest']).toMatchObject({
      status: 'EXECUTED',
      endedAt: t.clock.now().toISOString(),
      decisions: [{ verdict: 'APPROVE', member: { id: admin.memberId }, digestSeen: asked.subjectDigest }],
    });
  });

  it('leaves an event and an audit entry for each step, with its actor', async () => {
    const [events, entries] = [await eventsOf(t, workspaceId), await entriesOf(t, workspaceId)];
    const asked = await ask(developer);

    await approve(asked, admin);

    const told = (await eventsOf(t, workspaceId)).slice(events.length);
    expect(told.map(({ type }) => type)).toEqual([
      'application.created',
      'approval.requested',
      'application.production_access.submitted',
      'application.production_access.approved',
      'approval.approved',
      'approval.executed',
    ]);
    expect(told.at(-1)?.data).toMatchObject({ status: 'EXECUTED' });
    expect(told[1]).toMatchObject({
      data: { subjectDigest: asked.subjectDigest, kind: 'PRODUCTION_ACCESS' },
    });
    expect((await entriesOf(t, workspaceId)).slice(entries.length + 1).map(({ actor }) => actor.id)).toEqual([
      developer.memberId,
      developer.memberId,
      admin.memberId,
      admin.memberId,
      admin.memberId,
    ]);
  });
});

describe('four eyes', () => {
  it.each(['OWNER', 'ADMIN'] as const)(
    'spec §5.10: self_approval_forbidden: the requester never decides, not as %s, and not in another session',
    async (role) => {
      const person = await everyone.another(role);
      const asked = await ask(person);
      const { email, password } = person;
      const again = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
      const other = { ...person, token: again.body.accessToken };

      const answers = [
        await approve(asked, person),
        await approve(asked, other),
        await reject(asked, person),
        await requestChanges(asked, person),
      ];

      expect(answers.map(({ code, status }) => [code, status])).toEqual(
        Array(4).fill(['self_approval_forbidden', 403]),
      );
      expect((await read(asked)).status).toBe('PENDING');
    },
  );

  it('apply even if the requester has since become an administrator', async () => {
    const person = await everyone.another('DEVELOPER');
    const asked = await ask(person);
    const path = `/api/console/members/${person.memberId}`;
    await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role: 'ADMIN' } });

    expect(await approve(asked, person)).toMatchObject({ code: 'self_approval_forbidden', status: 403 });
  });

  it('leave an audit entry of each attempt at self-approval', async () => {
    const asked = await ask(admin);
    t.clock.advance({ minutes: 1 });
    const before = await entriesOf(t, workspaceId);

    await approve(asked, admin);

    expect((await entriesOf(t, workspaceId)).slice(before.length)).toMatchObject([
      {
        outcome: 'DENIED',
        action: 'approveRequest',
        changes: { code: 'self_approval_forbidden' },
        targets: [{ type: 'approval_request', id: asked.approvalRequestId }],
      },
    ]);
  });

  it('approver_too_new: refuse a person who joined or got the role after the request', async () => {
    const promoted = await everyone.another('VIEWER');
    const asked = await ask(developer);
    t.clock.advance({ seconds: 1 });
    const newcomer = await everyone.another('ADMIN');
    const path = `/api/console/members/${promoted.memberId}`;
    await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role: 'ADMIN' } });

    expect(await approve(asked, newcomer)).toMatchObject({ code: 'approver_too_new', status: 403 });
    expect(await approve(asked, promoted)).toMatchObject({ code: 'approver_too_new', status: 403 });
    expect(await approve(asked, admin)).toMatchObject({ status: 200 });
  });

  it('approver_too_new: refuse a person who was suspended and reactivated after the request', async () => {
    const asked = await ask(developer);
    t.clock.advance({ seconds: 1 });
    const other = await everyone.as('OWNER');
    const member = `/api/console/members/${admin.memberId}`;
    await t.rest('POST', `${member}/suspend`, { as: other, workspace: workspaceId });
    await t.rest('POST', `${member}/reactivate`, { as: other, workspace: workspaceId });
    await signInAgain(t, admin);

    expect(await approve(asked, admin)).toMatchObject({ code: 'approver_too_new' });
    expect(await approve(await ask(developer), admin)).toMatchObject({ status: 200 });
  });

  it.each([
    ['VIEWER', { code: 'permission_required', message: expect.stringContaining('approvals:decide') }],
    ['APPROVER', { message: 'Workspace permission is required: production_access:approve' }],
    ['OWNER', { code: 'approver_too_new' }],
  ] as const)(
    'check the current role: a caller who became %s after the authentication is refused with the reason',
    async (role, refusal) => {
      const changing = await everyone.another('ADMIN');
      const { approvalRequestId, subjectDigest } = await ask(developer);
      const headers = { authorization: `Bearer ${changing.token}`, 'x-workspace-id': workspaceId };
      const { caller } = await contextOf(t.ports, { id: 'req_race', ip: '127.0.0.1', headers }, 'session');
      t.clock.advance({ seconds: 1 });
      const path = `/api/console/members/${changing.memberId}`;
      await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role } });

      // Nothing checks the role again between the caller and the lock.
      const late = createContext(t.ports, nobody(), caller);
      await expect(approveRequest(late, { approvalRequestId, subjectDigest })).rejects.toMatchObject(refusal);
    },
  );

  it('need a requester who is still a member: the request of a suspended one is not approved, and soon cancelled', async () => {
    const gone = await everyone.another('DEVELOPER');
    const asked = await ask(gone);
    const path = `/api/console/members/${gone.memberId}/suspend`;
    await t.rest('POST', path, { as: owner, workspace: workspaceId });

    expect(await approve(asked, admin)).toMatchObject({ status: 409, code: 'invalid_transition' });
    await cancelAbandoned(t.ports);
    expect((await read(asked)).status).toBe('CANCELLED');
    expect(await reject(asked, admin)).toMatchObject({ status: 409, code: 'invalid_transition' });
  });

  it('409 no_eligible_approver: refuse a request that nobody else could decide', async () => {
    const alone = await cast(t);
    const own = approvalsOf(t, alone);
    const applicationId = await own.application();

    const answer = await own.requestFor(applicationId, alone.owner);

    expect(answer).toMatchObject({ status: 409, code: 'no_eligible_approver' });
    expect(answer.message).toContain('OWNER or ADMIN');
  });

  it('refuse an APPROVER for production access, and name the permission', async () => {
    const asked = await ask(developer);

    expect(await approve(asked, await everyone.as('APPROVER'))).toMatchObject({
      message: 'Workspace permission is required: production_access:approve',
    });
  });
});

describe('a decision', () => {
  it('409 subject_changed: is refused with a digest of another request', async () => {
    const asked = await ask(developer);
    const other = await ask(developer);

    const answers = [];
    for (const verb of [approve, reject, requestChanges])
      answers.push(await verb({ ...asked, subjectDigest: other.subjectDigest }, admin));

    expect(other.subjectDigest).not.toBe(asked.subjectDigest);
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 409,
        code: 'subject_changed',
        message: expect.stringContaining('digest does not match this request. Read the request again'),
      });
    expect((await read(asked)).status).toBe('PENDING');
  });

  it.each([
    ['rejected', reject],
    ['given back', requestChanges],
  ] as const)(
    '409 subject_changed: cannot approve a changed subject, regardless of the author; the request can still be %s',
    async (_name, verb) => {
      const asked = await ask(developer);
      await knex('productionAccess')
        .where({ applicationId: asked.applicationId })
        .update({ expectedVolume: 'all the payments of the world' });

      expect(await approve(asked, admin)).toMatchObject({
        status: 409,
        code: 'subject_changed',
        message: expect.stringContaining('can no longer be approved with any digest'),
      });
      expect(await verb(asked, admin)).toMatchObject({ status: 200 });
    },
  );

  it.each([
    ['approved it', approve],
    ['rejected it', reject],
    ['requested changes', requestChanges],
  ] as const)('409 already_decided: names the member who %s, and the time', async (said, first) => {
    const asked = await ask(developer);
    await first(asked, admin);
    const at = t.clock.now().toISOString();
    t.clock.advance({ seconds: 1 });

    const later = [
      await approve(asked, owner),
      await reject(asked, owner),
      await requestChanges(asked, owner),
    ];

    expect(later.map(({ code, status }) => [code, status])).toEqual(Array(3).fill(['already_decided', 409]));
    expect(later.map(({ message }) => message)).toEqual(
      Array(3).fill(`This was decided already: ${admin.memberId} ${said} at ${at}.`),
    );
    expect((await read(asked)).decisions).toHaveLength(1);
  });

  it('of two concurrent ones succeeds exactly once', async () => {
    for (let race = 0; race < count(1000); race += 1) {
      const asked = await ask(developer);
      const verbs = race % 2 ? [approve, reject] : [approve, approve];

      const answers = await Promise.all(verbs.map(async (verb, i) => await verb(asked, i ? owner : admin)));

      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(await ApprovalDecision.query(knex).where({ requestId: asked.approvalRequestId })).toHaveLength(
        1,
      );
    }
  });

  it('concurrent with a cancellation: exactly one of both succeeds', async () => {
    for (let race = 0; race < count(1000); race += 1) {
      const asked = await ask(developer);

      const answers = await Promise.all([approve(asked, admin), cancel(asked, developer)]);

      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
  });

  it.each([
    ['rejectRequest', reject],
    ['requestChanges', requestChanges],
  ] as const)('%s requires a reason of some length', async (_name, verb) => {
    expect(await verb(await ask(developer), admin, 'no')).toMatchObject({
      status: 422,
      code: 'validation_failed',
    });
  });
});

describe('the counter on `me`', () => {
  it('counts pending requests for the caller, without their own, those they are too new for, and decided ones', async () => {
    const place = await cast(t);
    const own = approvalsOf(t, place);
    const [boss, builderOf] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
    const waitingFor = async (as: Somebody) => {
      const { body } = await t.graphql(
        '{ me { counters { approvalsWaiting } } }',
        {},
        { as, workspace: place.workspaceId },
      );
      return body.data.me.counters.approvalsWaiting as number;
    };
    const first = await own.ask(builderOf);
    await own.ask(boss);
    t.clock.advance({ seconds: 1 });
    const newcomer = await place.another('ADMIN');

    const before = await Promise.all([boss, place.owner, builderOf, newcomer].map(waitingFor));
    await own.approve(first, boss);

    expect(before).toEqual([1, 2, 0, 0]);
    expect(await waitingFor(place.owner)).toBe(1);
  });

  it('omits abandoned requests, and requests that the caller has already endorsed', async () => {
    const inside = kindOf('PRODUCTION_ACCESS');
    registerKind({ ...inside, quorum: 2 });
    const place = await cast(t);
    const own = approvalsOf(t, place);
    const [boss, ...asking] = [
      await place.as('ADMIN'),
      await place.another('DEVELOPER'),
      await place.another('DEVELOPER'),
      await place.another('DEVELOPER'),
    ];
    await place.another('ADMIN');
    const session = { as: place.owner, workspace: place.workspaceId };
    const waiting = async () => {
      const answer = await t.rest('GET', '/api/developer-portal/me', {
        as: boss,
        workspace: place.workspaceId,
      });
      return answer.body.counters.approvalsWaiting as number;
    };
    const [first] = [await own.ask(asking[0]), await own.ask(asking[1]), await own.ask(asking[2])];
    const all = await waiting();

    await own.approve(first, boss);
    const endorsed = await waiting();
    await t.rest('PATCH', `/api/console/members/${asking[1].memberId}`, {
      ...session,
      body: { role: 'VIEWER' },
    });
    const demoted = await waiting();
    await t.rest('DELETE', `/api/console/members/${asking[2].memberId}`, session);
    registerKind(inside);

    expect([all, endorsed, demoted, await waiting()]).toEqual([3, 2, 1, 0]);
  });
});

describe('requesting', () => {
  it('the same again while it is pending: 409', async () => {
    const applicationId = await application();
    const asked = askedOf(await requestFor(applicationId, developer));

    expect(await requestFor(applicationId, developer)).toMatchObject({
      code: 'invalid_transition',
      message: `A request is already pending (${asked.approvalRequestId}). Have it decided or canceled first.`,
    });
    expect(await approve(asked, admin)).toMatchObject({ status: 200 });
  });

  it('twice with one Idempotency-Key: creates one request', async () => {
    const applicationId = await application();
    const headers = { 'idempotency-key': 'ask-once' };

    const first = await requestFor(applicationId, developer, headers);
    const again = await requestFor(applicationId, developer, headers);

    expect(again.data).toEqual(first.data);
  });
});

// Last, because all tokens have expired by then.
describe('the expiry of a request', () => {
  it('is checked at the decision: after 30 days the request can only be made again', async () => {
    const asked = await ask(developer);
    t.clock.advance({ hours: 30 * 24 });
    const { email, password } = admin;
    const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    const as = { ...admin, token: body.accessToken as string };

    const answer = await approve(asked, as);

    expect(answer).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect((await read(asked, as)).status).toBe('EXPIRED');
    const query =
      'query ($s: [ApprovalStatus!]) { approvalRequests(first: 100, status: $s) { edges { node { id } } } }';
    const listed = async (status: string) => {
      const found = await t.graphql(query, { s: [status] }, { as, workspace: workspaceId });
      return (found.body.data.approvalRequests.edges as { node: { id: string } }[]).map(
        ({ node }) => node.id,
      );
    };
    expect(await listed('EXPIRED')).toContain(asked.approvalRequestId);
    expect(await listed('PENDING')).not.toContain(asked.approvalRequestId);
  });

  it('does not block a new request, which immediately ends the expired one', async () => {
    const body = { name: 'Checkout' };
    const request = { as: await signedIn(owner), workspace: workspaceId, body };
    const made = await t.rest('POST', '/api/console/applications', request);
    const asked = askedOf(await requestFor(made.body.id, await signedIn(developer)));
    t.clock.advance({ days: 30 });
    const as = await signedIn(developer);

    const again = await requestFor(asked.applicationId, as);

    expect(again).toMatchObject({ status: 200, data: { productionAccess: { revision: 2 } } });
    expect((await read(asked, as)).status).toBe('EXPIRED');
    const told = (await eventsOf(t, workspaceId)).slice(-4);
    expect(told.map(({ type }) => type)).toEqual([
      'application.production_access.expired',
      'approval.expired',
      'approval.requested',
      'application.production_access.submitted',
    ]);
    expect(told[1]?.actor).toEqual({ kind: 'SYSTEM', id: 'expire-approvals', personId: null });
  });

  async function signedIn(person: CastMember): Promise<CastMember> {
    const { email, password } = person;
    const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    return { ...person, token: body.accessToken as string };
  }
});
