import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { executeApproved, loseOverdue } from '../../../../schema/approvals/approval/execute.ts';
import { expireApprovals, strandApprovals } from '../../../../schema/approvals/approval/expire.ts';
import {
  kindOf,
  registeredKinds,
  registerKind,
  type Execution,
} from '../../../../schema/approvals/approval/kinds.ts';
import { refuse } from '../../../../schema/values/errors.ts';
import { isInTransaction } from '../../../../db/transaction.ts';
import { approvalsOf, type Asked } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { mailsTo } from '../../../support/mail.ts';
import { cast, type Somebody } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId } = everyone;
const developer = await everyone.as('DEVELOPER');
const { ask, approve, cancel, requestFor } = approvalsOf(t, everyone);

type Outside = Extract<Execution, { form: 'OUTSIDE' }>;

// The only kind, executed outside the transaction; these tests ignore its own effects.
const inside = kindOf('PRODUCTION_ACCESS');
const acts: { token: string; wasInTransaction: boolean; id: string }[] = [];
let act: Outside['act'];
beforeEach(() => {
  acts.length = 0;
  act = async () => {};
  const execution: Outside = {
    form: 'OUTSIDE',
    doneBy: 'the provider',
    seconds: 60,
    act: async (ports, request, how) => {
      acts.push({ token: how.token, wasInTransaction: isInTransaction(), id: request.id });
      await act(ports, request, how);
    },
  };
  registerKind({ ...inside, execution });
});
afterAll(() => registerKind(inside));

async function stateOf({ approvalRequestId }: Asked) {
  const query = 'query ($id: ID!) { approvalRequest(id: $id) { status outcome } }';
  const { body } = await t.graphql(
    query,
    { id: approvalRequestId },
    { as: developer, workspace: workspaceId },
  );
  return body.data.approvalRequest as { status: string; outcome: string | null };
}

async function approvedRequest(): Promise<Asked> {
  const asked = await ask(developer);
  const { status } = await approve(asked, owner);
  expect(status).toBe(200);
  return asked;
}

/** Returns the mails that report the result of the request. */
async function toldTo({ email }: Somebody, { approvalRequestId }: Asked) {
  return (await mailsTo(t, email)).filter(
    ({ subject, text }) =>
      /^It was approved, but|^It is approved and done/.test(subject) && text.includes(approvalRequestId),
  );
}

async function lastEvents(count: number): Promise<string[]> {
  return (await eventsOf(t, workspaceId)).slice(-count).map(({ type }) => type);
}

describe('an execution outside the transaction', () => {
  it('is done by the job after the decision, once, with a token and without an open transaction', async () => {
    const asked = await approvedRequest();
    const before = await stateOf(asked);

    await executeApproved(t.ports);
    await executeApproved(t.ports);

    expect(before).toEqual({ status: 'APPROVED', outcome: null });
    expect(acts).toEqual([
      { id: asked.approvalRequestId, token: expect.stringMatching(/^[\w-]{43}$/), wasInTransaction: false },
    ]);
    expect(await stateOf(asked)).toEqual({ status: 'EXECUTED', outcome: null });
    expect(await lastEvents(3)).toEqual(['approval.approved', 'approval.executing', 'approval.executed']);
    const row = await ApprovalRequest.query(knex).findById(asked.approvalRequestId);
    expect(row?.tokenDigest).toBeNull();
  });

  it('has the status EXECUTING while it runs, and emits an event', async () => {
    const asked = await approvedRequest();
    let during: unknown;
    let told: unknown;
    act = async () => {
      during = await stateOf(asked);
      told = (await eventsOf(t, workspaceId)).at(-1);
    };

    await executeApproved(t.ports);

    expect(during).toEqual({ status: 'EXECUTING', outcome: null });
    expect(told).toMatchObject({
      type: 'approval.executing',
      resource: { id: asked.approvalRequestId },
      actor: { kind: 'SYSTEM', id: 'execute-approvals' },
      data: { status: 'EXECUTING' },
    });
  });

  it('that succeeds is mailed only to the requester', async () => {
    const asked = await approvedRequest();

    await executeApproved(t.ports);

    expect(await toldTo(developer, asked)).toHaveLength(1);
    expect(await toldTo(owner, asked)).toEqual([]);
  });

  it('that fails is mailed to the requester and the approver, and is not tried again', async () => {
    const asked = await approvedRequest();
    act = () => {
      throw refuse('invalid_transition', 'The provider has closed the account.');
    };

    await executeApproved(t.ports);
    await executeApproved(t.ports);

    expect(acts).toHaveLength(1);
    expect(await stateOf(asked)).toEqual({
      status: 'FAILED',
      outcome: 'The provider has closed the account.',
    });
    expect(await lastEvents(1)).toEqual(['approval.execution_failed']);
    for (const person of [developer, owner])
      expect(await toldTo(person, asked)).toMatchObject([
        { text: expect.stringContaining('\nThe provider has closed the account.\n') },
      ]);
  });

  it('that is interrupted leaves OUTCOME_UNKNOWN, and its cause appears only in the log', async () => {
    const asked = await approvedRequest();
    act = () => {
      throw new Error('secret detail');
    };

    await executeApproved(t.ports);

    expect(await stateOf(asked)).toEqual({
      status: 'OUTCOME_UNKNOWN',
      outcome:
        'Whether the provider carried it out is unknown, since the execution was interrupted. Check the provider before you make a new request.',
    });
    expect(t.events).toContainEqual(expect.objectContaining({ event: 'approval.execution_failed' }));
    for (const person of [developer, owner])
      expect(await toldTo(person, asked)).toMatchObject([
        {
          text: expect.stringContaining(
            '\nWhether the provider carried it out is unknown, since the execution was interrupted.',
          ),
        },
      ]);
  });

  it('whose worker stops leaves OUTCOME_UNKNOWN: nothing tries it again, and a late result changes nothing', async () => {
    const asked = await approvedRequest();
    const { promise: held, resolve: comeBack } = Promise.withResolvers<void>();
    act = async () => await held;
    const working = executeApproved(t.ports);
    while (acts.length === 0) await turn();

    t.clock.advance({ seconds: 60 });
    await loseOverdue(t.ports);
    const within = await stateOf(asked);
    t.clock.advance({ seconds: 1 });
    await loseOverdue(t.ports);
    const lost = await stateOf(asked);
    comeBack();
    await working;
    await executeApproved(t.ports);

    expect(within.status).toBe('EXECUTING');
    expect(lost).toEqual({
      status: 'OUTCOME_UNKNOWN',
      outcome:
        'Whether the provider carried it out is unknown, since the process that ran it stopped. Check the provider before you make a new request.',
    });
    expect(await stateOf(asked)).toEqual(lost);
    expect(acts).toHaveLength(1);
    // The log contains ids only, and nothing of the approved command.
    expect(t.events.findLast(({ event }) => event === 'approval.outcome_unknown')).toEqual({
      event: 'approval.outcome_unknown',
      approvalRequestId: asked.approvalRequestId,
      workspaceId,
      kind: 'PRODUCTION_ACCESS',
      subjectId: expect.any(String),
    });
    expect(await lastEvents(1)).toEqual(['approval.outcome_unknown']);
    for (const person of [developer, owner]) expect(await toldTo(person, asked)).toHaveLength(1);
  });

  it('by several concurrent workers happens once', async () => {
    const asked = await approvedRequest();

    await Promise.all([executeApproved(t.ports), executeApproved(t.ports), executeApproved(t.ports)]);

    expect(acts).toHaveLength(1);
    expect((await stateOf(asked)).status).toBe('EXECUTED');
  });

  it('is checked again, and fails if the approver has lost the role or the subject has changed', async () => {
    const [first, second] = [await everyone.another('ADMIN'), await everyone.another('ADMIN')];
    t.clock.advance({ seconds: 1 });
    const asked = await ask(developer);
    await approve(asked, first);
    const changed = await ask(developer);
    await approve(changed, second);
    const path = `/api/console/members/${first.memberId}`;
    await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role: 'VIEWER' } });
    await knex('productionAccess').where({ applicationId: changed.applicationId }).update({ useCase: 'x' });

    await executeApproved(t.ports);

    expect(acts).toEqual([]);
    expect(await stateOf(asked)).toEqual({
      status: 'FAILED',
      outcome: 'An approver has lost the permission to approve it.',
    });
    expect(await stateOf(changed)).toEqual({
      status: 'FAILED',
      outcome: 'The approved subject has changed.',
    });
  });
});

describe('spec §3: an approved request that waits for its execution', () => {
  it('is executed within 24 hours, to the last millisecond', async () => {
    const asked = await approvedRequest();
    t.clock.advance({ hours: 24 });

    await executeApproved(t.ports);

    t.clock.advance({ hours: -24 });
    expect(await stateOf(asked)).toEqual({ status: 'EXECUTED', outcome: null });
  });

  it('expires afterward, regardless of the delay: it is not executed, both persons are mailed the reason, and it can be requested again', async () => {
    const asked = await approvedRequest();
    const approvedAt = t.clock.now().toISOString();
    t.clock.advance({ hours: 24, seconds: 0.001 });

    await executeApproved(t.ports);
    await executeApproved(t.ports);

    const outcome = `It was approved at ${approvedAt}, but not carried out within 24 hours.`;
    const told = (await eventsOf(t, workspaceId)).slice(-2);
    t.clock.advance({ hours: -24, seconds: -0.001 });
    expect(acts).toEqual([]);
    expect(await stateOf(asked)).toEqual({ status: 'EXPIRED', outcome });
    expect(told).toMatchObject([
      { type: 'application.production_access.expired', data: { reason: outcome } },
      {
        type: 'approval.expired',
        resource: { id: asked.approvalRequestId },
        actor: { kind: 'SYSTEM', id: 'execute-approvals' },
        data: { status: 'EXPIRED', outcome },
      },
    ]);
    for (const person of [developer, owner])
      expect(await toldTo(person, asked)).toMatchObject([
        {
          subject: expect.stringContaining('It was approved, but expired before it was carried out'),
          text: expect.stringContaining(`\n${outcome}\n`),
        },
      ]);
    expect(await approve(asked, owner)).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect((await requestFor(asked.applicationId, developer)).status).toBe(200);
  });
});

describe('an execution that never returns', () => {
  it('is given up at its time limit, and delays neither the job nor the others', async () => {
    const execution: Outside = {
      form: 'OUTSIDE',
      doneBy: 'the provider',
      seconds: 0.05,
      act: async () => await new Promise(() => {}),
    };
    registerKind({ ...inside, execution });
    const [first, second] = [await approvedRequest(), await approvedRequest()];

    await executeApproved(t.ports);

    for (const asked of [first, second])
      expect(await stateOf(asked)).toMatchObject({ status: 'OUTCOME_UNKNOWN' });
  });

  it('is isolated: a subject that cannot be read delays no other request', async () => {
    const good = await approvedRequest();
    const bad = await approvedRequest();
    const { subjectOf } = kindOf('PRODUCTION_ACCESS');
    registerKind({
      ...kindOf('PRODUCTION_ACCESS'),
      subjectOf: async (tx, id) => {
        if (id === bad.applicationId) throw new Error('gone');
        return await subjectOf(tx, id);
      },
    });

    await executeApproved(t.ports);

    expect((await stateOf(good)).status).toBe('EXECUTED');
    expect((await stateOf(bad)).status).toBe('APPROVED');
    registerKind({ ...kindOf('PRODUCTION_ACCESS'), subjectOf });
    await executeApproved(t.ports);
  });
});

describe('a quorum of two', () => {
  it('requires two different persons, neither of whom made the request', async () => {
    registerKind({ ...inside, quorum: 2 });
    const [first, second] = [await everyone.another('ADMIN'), await everyone.another('ADMIN')];
    t.clock.advance({ seconds: 1 });
    const asked = await ask(developer);

    const one = await approve(asked, first);
    const twice = await approve(asked, first);
    const two = await approve(asked, second);

    expect(one.data['approvalRequest']).toMatchObject({ status: 'PENDING' });
    expect(twice).toMatchObject({
      status: 409,
      code: 'already_decided',
      message: `You have already decided this: you approved it at ${t.clock.now().toISOString()}.`,
    });
    expect(two.data['approvalRequest']).toMatchObject({ status: 'EXECUTED' });
  });

  it('reports the cancellation and its time to a late approver, and not the earlier endorsement', async () => {
    registerKind({ ...inside, quorum: 2 });
    const [first, second] = [await everyone.another('ADMIN'), await everyone.another('ADMIN')];
    t.clock.advance({ seconds: 1 });
    const asked = await ask(developer);
    await approve(asked, first);
    t.clock.advance({ seconds: 5 });
    await cancel(asked, developer);
    const cancelledAt = t.clock.now().toISOString();
    t.clock.advance({ seconds: 5 });

    const answers = [await approve(asked, first), await approve(asked, second)];

    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 409,
        code: 'invalid_transition',
        message: `This request is no longer pending: it was cancelled at ${cancelledAt}. Make a new request.`,
      });
  });

  it('counts an approval only while its approver may still give it', async () => {
    registerKind({ ...inside, quorum: 2 });
    const [first, second] = [await everyone.another('ADMIN'), await everyone.another('ADMIN')];
    t.clock.advance({ seconds: 1 });
    const asked = await ask(developer);
    await approve(asked, first);
    await t.rest('POST', `/api/console/members/${first.memberId}/suspend`, {
      as: owner,
      workspace: workspaceId,
    });

    const { data } = await approve(asked, second);

    expect(data['approvalRequest']).toMatchObject({ status: 'PENDING' });
  });
});

describe('the jobs', () => {
  it('record that a request has expired, and its production access with it', async () => {
    const asked = await ask(developer);
    t.clock.advance({ days: 30 });

    await expireApprovals(t.ports);
    await expireApprovals(t.ports);

    expect(await lastEvents(2)).toEqual(['application.production_access.expired', 'approval.expired']);
    expect(await ApprovalRequest.query(knex).findById(asked.approvalRequestId)).toMatchObject({
      status: 'EXPIRED',
    });
  });

  it('open no transaction for valid pending requests', async () => {
    const place = await cast(t);
    const own = approvalsOf(t, place);
    const asking = await place.as('DEVELOPER');
    await place.as('ADMIN');
    for (let i = 0; i < 3; i += 1) await own.ask(asking);
    await strandApprovals(t.ports);
    const statements: string[] = [];
    const keep = ({ sql }: { sql: string }) => void statements.push(sql);
    knex.on('query', keep);

    await strandApprovals(t.ports);

    knex.off('query', keep);
    expect(statements).toHaveLength(registeredKinds().length);
    expect(statements.filter((sql) => !sql.startsWith('select '))).toEqual([]);
  });

  it('report once that nobody can decide a request any more', async () => {
    const place = await cast(t);
    const own = approvalsOf(t, place);
    const [admin, asking] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
    await own.ask(asking);
    await strandApprovals(t.ports);
    const before = (await eventsOf(t, place.workspaceId)).at(-1)?.type;
    const session = { as: place.owner, workspace: place.workspaceId };
    // The owner makes the administrator an owner, and becomes a developer.
    await t.rest('PATCH', `/api/console/members/${admin.memberId}`, { ...session, body: { role: 'OWNER' } });
    await t.rest('PATCH', `/api/console/members/${place.owner.memberId}`, {
      ...session,
      body: { role: 'DEVELOPER' },
    });

    await strandApprovals(t.ports);
    await strandApprovals(t.ports);

    const stranded = (await eventsOf(t, place.workspaceId)).filter(
      ({ type }) => type === 'approval.stranded',
    );
    expect(before).toBe('application.production_access.submitted');
    expect(stranded).toHaveLength(1);
    expect(stranded[0]?.actor).toEqual({ kind: 'SYSTEM', id: 'expire-approvals', personId: null });
  });
});
