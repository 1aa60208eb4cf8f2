import { describe, expect, it } from 'vitest';
import { ApprovalDecision } from '../../../../db/models/approval-decision.ts';
import { Idempotency } from '../../../../db/models/idempotency.ts';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { refuse } from '../../../../schema/values/errors.ts';
import { approvalsOf, type Asked } from '../../../support/approvals.ts';
import { anotherInstance, exactly, testApp, type TestApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { deletionOf } from '../../../support/deletions.ts';
import { mailsTo } from '../../../support/mail.ts';
import { cast, type Somebody } from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const comment = 'As we have agreed.';

interface Given extends Pick<Asked, 'approvalRequestId' | 'subjectDigest'> {
  verdict: 'APPROVE' | 'REJECT' | 'REQUEST_CHANGES';
  comment?: string | null;
}

interface Answer {
  approvalRequestId: string;
  approvalRequest: { id: string; status: string } | null;
  refusal: { code: string; message: string } | null;
}

/** Creates a workspace: the owner, an administrator who decides, a developer who makes requests. */
async function company() {
  const place = await cast(t);
  const [admin, developer] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
  const { workspaceId: workspace } = place;
  const approvals = approvalsOf(t, place);
  const decide = async (decisions: Given[], as: Somebody = admin, key?: string, app: TestApp = t) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const query = `mutation ($input: DecideRequestsInput!) { decideRequests(input: $input) { answers {
      approvalRequestId approvalRequest { id status decisions { verdict comment } } refusal { code message }
    } } }`;
    const answer = await app.graphql(query, { input: { decisions } }, { as, workspace, headers });
    const answers: Answer[] = answer.body.data?.decideRequests?.answers ?? [];
    return {
      answers,
      told: answers.map(({ approvalRequest, refusal }) => approvalRequest?.status ?? refusal?.code),
      isReplay: answer.headers['idempotent-replayed'] === 'true',
      error: answer.body.errors?.[0],
      headers: answer.headers,
    };
  };
  const asked = async (times: number, as: Somebody = developer) => {
    const all: Asked[] = [];
    while (all.length < times) all.push(await approvals.ask(as));
    return all;
  };
  return { ...place, admin, developer, approvals, decide, asked };
}

const given = (
  { approvalRequestId, subjectDigest }: Asked,
  verdict: Given['verdict'] = 'APPROVE',
  why: string | null = comment,
): Given => ({ approvalRequestId, subjectDigest, verdict, comment: why });

/** Makes the execution of the request fail until the returned function is called. */
function breaking(broken: Asked | undefined, failure: () => Error): () => void {
  const inside = kindOf('PRODUCTION_ACCESS');
  const { execution } = inside;
  if (execution.form !== 'INSIDE') throw new Error('It is executed with its decision.');
  const run: typeof execution.run = async (tx, request) => {
    if (request.id === broken?.approvalRequestId) throw failure();
    await execution.run(tx, request);
  };
  registerKind({ ...inside, execution: { form: 'INSIDE', run } });
  return () => registerKind(inside);
}

async function decisionsOn(...requests: Asked[]): Promise<number> {
  const ids = requests.map(({ approvalRequestId }) => approvalRequestId);
  return await ApprovalDecision.query(knex).whereIn('requestId', ids).resultSize();
}

describe('several decisions in one request', () => {
  it('spec §5.10: are made separately and answered in the given order, and a refused one does not affect the others', async () => {
    const { admin, approvals, asked, decide } = await company();
    const [yes, no, back, seen, gone] = (await asked(5)) as [Asked, Asked, Asked, Asked, Asked];
    const own = await approvals.ask(admin);
    await approvals.cancel(gone, admin);
    const nowhere = { approvalRequestId: 'apr_nothing', subjectDigest: yes.subjectDigest };

    const { answers, told } = await decide([
      given(own),
      given(yes, 'APPROVE', null),
      { ...given(seen), subjectDigest: '0'.repeat(64) },
      given(no, 'REJECT'),
      { ...nowhere, verdict: 'APPROVE' },
      given(gone),
      given(back, 'REQUEST_CHANGES'),
    ]);

    expect(told).toEqual([
      'self_approval_forbidden',
      'EXECUTED',
      'subject_changed',
      'REJECTED',
      'not_found',
      'invalid_transition',
      'SUPERSEDED',
    ]);
    expect(answers[3]).toEqual({
      approvalRequestId: no.approvalRequestId,
      approvalRequest: {
        id: no.approvalRequestId,
        status: 'REJECTED',
        decisions: [{ verdict: 'REJECT', comment }],
      },
      refusal: null,
    });
    expect(answers[0]).toMatchObject({ approvalRequestId: own.approvalRequestId, approvalRequest: null });
    expect(await decisionsOn(yes, no, back)).toBe(3);
    expect(await decisionsOn(own, seen, gone)).toBe(0);
  });

  it('are refused with the same code and message as single decisions', async () => {
    const { admin, approvals, asked, decide, developer } = await company();
    const [waiting, decided] = (await asked(2)) as [Asked, Asked];
    const own = await approvals.ask(admin);
    await approvals.approve(decided, admin);
    const wrong = { ...waiting, subjectDigest: '0'.repeat(64) };
    const alone = [
      await approvals.approve(own, admin),
      await approvals.reject(decided, admin),
      await approvals.requestChanges(wrong, admin),
    ];

    const { answers } = await decide([given(own), given(decided, 'REJECT'), given(wrong, 'REQUEST_CHANGES')]);

    expect(answers.map(({ refusal }) => refusal)).toEqual(
      alone.map(({ code, message }) => ({ code, message })),
    );
    expect(await decide([given(waiting)], developer)).toMatchObject({
      answers: [],
      error: { extensions: { code: 'permission_required', permission: 'approvals:decide' } },
    });
  });

  it('require the permission of the kind for each', async () => {
    const { another, asked, decide } = await company();
    const approver = await another('APPROVER');
    const [one, other] = (await asked(2)) as [Asked, Asked];

    const { answers } = await decide([given(one), given(other, 'REJECT')], approver);

    const refusal = {
      code: 'permission_required',
      message: 'Workspace permission is required: production_access:approve',
    };
    expect(answers).toMatchObject([{ refusal }, { refusal }]);
    expect(await decisionsOn(one, other)).toBe(0);
  });

  it('leave the same audit entries, events and mails as single decisions', async () => {
    const [together, alone] = [await company(), await company()];
    const left = async ({ workspaceId, developer }: Awaited<ReturnType<typeof company>>) => ({
      entries: (await entriesOf(t, workspaceId)).map(({ action, outcome, reason }) => [
        action,
        outcome,
        reason,
      ]),
      events: (await eventsOf(t, workspaceId)).map(({ type, actor: { kind } }) => [type, kind]),
      mails: (await mailsTo(t, developer.email)).map(({ subject }) => subject),
    });
    const [yes, no, back] = (await together.asked(3)) as [Asked, Asked, Asked];
    const [first, second, third] = (await alone.asked(3)) as [Asked, Asked, Asked];

    await together.decide([given(yes), given(no, 'REJECT'), given(back, 'REQUEST_CHANGES')]);
    await alone.approvals.approve(first, alone.admin);
    await alone.approvals.reject(second, alone.admin);
    await alone.approvals.requestChanges(third, alone.admin);

    expect(await left(together)).toEqual(await left(alone));
    expect((await left(together)).mails).toHaveLength(4);
  });

  it('leave an audit entry of an attempted self-approval, like a single decision', async () => {
    const { admin, approvals, asked, decide, workspaceId } = await company();
    const [other] = (await asked(1)) as [Asked];
    const own = await approvals.ask(admin);
    const before = await entriesOf(t, workspaceId);

    await decide([given(own), given(other)]);

    expect((await entriesOf(t, workspaceId))[before.length]).toMatchObject({
      outcome: 'DENIED',
      action: 'decideRequests',
      changes: { code: 'self_approval_forbidden' },
      targets: [{ type: 'approval_request', id: own.approvalRequestId }],
    });
  });

  it('report an internal error without details, and log it', async () => {
    const { asked, decide } = await company();
    const [broken, fine] = (await asked(2)) as [Asked, Asked];
    const mend = breaking(broken, () => new Error('a disk is full at 10.0.0.7'));

    const { answers, told } = await decide([given(broken), given(fine)]);
    mend();

    expect(told).toEqual(['internal_error', 'EXECUTED']);
    expect(JSON.stringify(answers)).not.toContain('10.0.0.7');
    const logged = t.events.findLast(({ event }) => event === 'request.failed');
    expect(String(logged?.['error'])).toContain('10.0.0.7');
    expect(await decisionsOn(broken)).toBe(0);
  });

  it('are refused after the one that deletes the workspace', async () => {
    const place = await company();
    const { asked, decide, owner } = place;
    const [after] = (await asked(1)) as [Asked];
    const deletion = (await deletionOf(t, place).request(owner)).body;
    const asDeletion = { approvalRequestId: deletion.id, subjectDigest: deletion.subjectDigest };

    const { told } = await decide([{ ...asDeletion, verdict: 'APPROVE' }, given(after)]);

    expect(told).toEqual(['EXECUTED', 'workspace_access_denied']);
    expect(await decisionsOn(after)).toBe(0);
  });
});

describe('a list of decisions', () => {
  const digest = '0'.repeat(64);
  const one: Given = { approvalRequestId: 'apr_1', subjectDigest: digest, verdict: 'APPROVE' };
  const no: Given = { ...one, verdict: 'REJECT' };
  const many = Array.from({ length: 51 }, (_, index) => ({ ...one, approvalRequestId: `apr_${index}` }));

  // oxfmt-ignore
  it.each<[what: string, decisions: Given[], pointer: string, code: string]>([
    ['is not empty',                              [],                                             '/decisions',                     'invalid'],
    ['has 50 at most',                            many,                                           '/decisions',                     'invalid'],
    ['names no request twice',                    [one, { ...one, approvalRequestId: 'b' }, no].map((it) => ({ ...it, comment })), '/decisions/2/approvalRequestId', 'invalid'],
    ['names digests in hex',                      [{ ...one, subjectDigest: 'x' }],               '/decisions/0/subjectDigest',     'invalid'],
    ['says why, where it decides against it',     [one, { ...no, approvalRequestId: 'b' }],       '/decisions/1/comment',           'required'],
    ['says more than a word of that',             [{ ...no, comment: ' no.  ' }],                 '/decisions/0/comment',           'invalid'],
    ['says so of what it gives back',             [{ ...one, verdict: 'REQUEST_CHANGES', comment: null }], '/decisions/0/comment',  'required'],
    ['says at most 500 characters of a yes',      [{ ...one, comment: 'x'.repeat(501) }],         '/decisions/0/comment',           'invalid'],
  ])('%s', async (_what, decisions, pointer, code) => {
    const { decide } = await company();

    const { error } = await decide(decisions);

    expect(error).toMatchObject({
      extensions: { code: 'validation_failed', status: 422, errors: [{ pointer, code }] },
    });
  });

  it('counts as one write for each decision, and its cost grows with its items', async () => {
    const limits = { LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '12', GRAPHQL_MAX_COST: '20' };
    const small = await testApp(limits, exactly);
    const place = await cast(small);
    const send = async (items: number, parts: string) => {
      const decisions = many.slice(0, items);
      const query = `mutation ($input: DecideRequestsInput!) { decideRequests(input: $input) { ${parts} } }`;
      return await small.graphql(query, { input: { decisions } }, { as: place.owner });
    };

    const costly = await send(10, 'answers { approvalRequest { id } refusal { code } }');
    const answers = [
      await send(10, 'answers { approvalRequestId }'),
      await send(2, 'answers { approvalRequestId }'),
      await send(1, 'answers { approvalRequestId }'),
    ];

    expect(costly.body.errors[0].message).toBe(
      'The complexity of the operation is 31, the limit 20. Request less in one operation.',
    );
    expect(answers.map(({ body }) => body.errors?.[0].extensions.code)).toEqual([
      undefined,
      undefined,
      'rate_limited',
    ]);
    expect(answers.map(({ headers }) => /"writes";r=(\d+)/g.exec(String(headers['ratelimit']))?.[1])).toEqual(
      ['2', '0', '0'],
    );
    expect(String(answers[0]?.headers['ratelimit']).match(/"writes"/g)).toHaveLength(1);
  });
});

describe('an Idempotency-Key on several decisions', () => {
  it('replays the decisions, and evaluates refused ones again', async () => {
    const { admin, asked, decide, workspaceId } = await company();
    const [yes, no] = (await asked(2)) as [Asked, Asked];
    const list = [given(yes), given({ ...no, subjectDigest: '0'.repeat(64) })];

    const first = await decide(list, admin, 'one');
    const before = await entriesOf(t, workspaceId);
    const again = await decide(list, admin, 'one');

    expect(again.answers).toEqual(first.answers);
    expect(first.told).toEqual(['EXECUTED', 'subject_changed']);
    expect([first.isReplay, again.isReplay]).toEqual([false, true]);
    expect(await entriesOf(t, workspaceId)).toEqual(before);
    expect((await decide(list, admin, 'another')).told).toEqual(['already_decided', 'subject_changed']);
  });

  it('422: is refused with another list, even a similar one, of which nothing is decided', async () => {
    const { admin, asked, decide } = await company();
    const [one, other, third] = (await asked(3)) as [Asked, Asked, Asked];
    await decide([given(one), given(other)], admin, 'one');

    const { error, answers } = await decide([given(third), given(one)], admin, 'one');

    expect(error).toMatchObject({ extensions: { code: 'idempotency_key_reused', status: 422 } });
    expect([answers, await decisionsOn(third)]).toEqual([[], 0]);
  });

  it('resumes an interrupted list: earlier decisions are returned, the others are made, and none is made twice', async () => {
    const { admin, asked, decide } = await company();
    const requests = await asked(3);
    const list = requests.map((request) => given(request));
    const mend = breaking(requests[1], () => refuse('idempotency_in_progress', 'A twin is at it.'));

    const cut = await decide(list, admin, 'cut');
    mend();
    const between = await decisionsOn(...requests);
    const again = await decide(list, admin, 'cut');
    const replayed = await decide(list, admin, 'cut');

    expect([cut.error?.extensions.code, between]).toEqual(['idempotency_in_progress', 1]);
    expect(again.told).toEqual(['EXECUTED', 'EXECUTED', 'EXECUTED']);
    expect([again.isReplay, replayed.isReplay]).toEqual([false, true]);
    expect(replayed.answers).toEqual(again.answers);
    expect(await decisionsOn(...requests)).toBe(3);
  });

  it('admits one of two concurrent lists', async () => {
    const { admin, asked, decide } = await company();
    const requests = await asked(3);
    const list = requests.map((request) => given(request));

    const both = await Promise.all([decide(list, admin, 'twin'), decide(list, admin, 'twin')]);
    const again = await decide(list, admin, 'twin');

    const codes = both.map(({ error }) => error?.extensions.code);
    expect(codes.filter((code) => code !== 'idempotency_in_progress')).toContain(undefined);
    expect(again).toMatchObject({ told: ['EXECUTED', 'EXECUTED', 'EXECUTED'], isReplay: true });
    expect(await decisionsOn(...requests)).toBe(3);
  });

  it('stores no comment', async () => {
    const { admin, asked, decide } = await company();
    await decide([given((await asked(1))[0] as Asked, 'REJECT', 'Not this secret plan.')], admin, 'kept');

    expect(JSON.stringify(await Idempotency.query(knex))).not.toContain('secret plan');
  });
});

describe('two concurrent lists', () => {
  it('over the same requests in opposite orders decide each request once', async () => {
    const elsewhere = await anotherInstance(t);
    for (let race = 0; race < count(300); race += 1) {
      const { asked, decide, owner, admin } = await company();
      const requests = await asked(4);
      const list = requests.map((request) => given(request));
      const noes = requests.map((request) => given(request, 'REJECT')).toReversed();

      const [yes, no] = await Promise.all([decide(list, admin), decide(noes, owner, undefined, elsewhere)]);

      const fates = yes.told.map((told, index) => [told, no.told.toReversed()[index]]);
      const late = fates.map((fate) => fate.filter((told) => told === 'already_decided').length);
      expect(late).toEqual([1, 1, 1, 1]);
      expect(fates.flat().filter((told) => told === 'EXECUTED' || told === 'REJECTED')).toHaveLength(4);
      expect(await decisionsOn(...requests)).toBe(4);
    }
  });
});
