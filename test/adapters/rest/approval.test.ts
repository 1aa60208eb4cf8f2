import { describe, expect, it } from 'vitest';
import { submission } from '../../support/approvals.ts';
import { testApp } from '../../support/app.ts';
import { cast, type Somebody } from '../../support/people.ts';

const t = await testApp();
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];

const post = async (path: string, as: Somebody, body?: unknown) =>
  await t.rest('POST', `/api/console${path}`, { as, workspace, body });
const get = async (path: string, as: Somebody) =>
  await t.rest('GET', `/api/console${path}`, { as, workspace });

async function asked(): Promise<{ path: string; id: string; subjectDigest: string }> {
  const application = await post('/applications', developer, { name: 'Checkout' });
  const path = `/applications/${application.body.id}/production-access`;
  const { body, status } = await post(`${path}/requests`, developer, submission);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { path, ...body.approvalRequest };
}

describe('two people over REST', () => {
  it('request and approve, and then a live key is created', async () => {
    const { path, id, subjectDigest } = await asked();
    const waiting = await get('/approvals?status=PENDING', admin);
    const me = await t.rest('GET', '/api/developer-portal/me', { as: admin, workspace });

    const approved = await post(`/approvals/${id}/approve`, admin, {
      subjectDigest,
      comment: 'Well argued.',
    });

    expect(waiting.body.data.map((request: { id: string }) => request.id)).toContain(id);
    expect(me.body.counters.approvalsWaiting).toBeGreaterThan(0);
    expect(approved).toMatchObject({
      status: 200,
      body: { id, status: 'EXECUTED', decisions: [{ verdict: 'APPROVE', comment: 'Well argued.' }] },
    });
    expect((await get(path, developer)).body).toMatchObject({ status: 'APPROVED', revision: 1 });
    const keys = path.replace('/production-access', '/keys');
    const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };
    expect(await post(keys, owner, body)).toMatchObject({ status: 201, body: { environment: 'LIVE' } });
  });

  it('403 self_approval_forbidden, in the documented shape', async () => {
    const { id, subjectDigest } = await asked();
    const role = { role: 'ADMIN' };
    const member = `/api/console/members/${developer.memberId}`;
    await t.rest('PATCH', member, { as: owner, workspace, body: role });

    const answer = await post(`/approvals/${id}/approve`, developer, { subjectDigest });

    expect(answer).toMatchObject({
      status: 403,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      body: { code: 'self_approval_forbidden', requestId: answer.headers['x-request-id'] },
    });
    await t.rest('PATCH', member, { as: owner, workspace, body: { role: 'DEVELOPER' } });
  });

  it('request changes, resubmit, suspend and revoke', async () => {
    const { path, id, subjectDigest } = await asked();
    const comment = 'Say which data, exactly.';

    const back = await post(`/approvals/${id}/request-changes`, owner, { subjectDigest, comment });
    const again = await post(`${path}/requests/${id}/resubmit`, developer, {
      ...submission,
      dataCategories: ['cards'],
    });
    const next = again.body.approvalRequest;
    await post(`/approvals/${next.id}/approve`, owner, { subjectDigest: next.subjectDigest });
    const suspended = await post(`${path}/suspend`, admin, { reason: 'Keys were found in a paste.' });
    const revoked = await post(`${path}/revoke`, admin, { reason: 'The contract has ended.' });

    expect(back.body).toMatchObject({ status: 'SUPERSEDED' });
    expect(again.body).toMatchObject({ status: 'SUBMITTED', revision: 2 });
    expect(suspended.body).toMatchObject({ status: 'SUSPENDED', reason: 'Keys were found in a paste.' });
    expect(revoked.body).toMatchObject({ status: 'REVOKED' });
  });

  it('201: comment before the decision, in the documented shape; a list omits the comments', async () => {
    const { id, subjectDigest } = await asked();
    const path = `/approvals/${id}`;

    const said = await post(`${path}/comments`, admin, { comment: 'For how long?' });
    await post(`${path}/comments`, developer, { comment: 'A month.\nThen they are gone.' });
    const waiting = (await get(path, developer)).body;
    const listed = (await get('/approvals?status=PENDING&limit=100', developer)).body.data;
    const approved = (await post(`${path}/approve`, owner, { subjectDigest })).body;
    const late = await post(`${path}/comments`, developer, { comment: 'Thank you.' });

    expect(said).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^apc_/),
        member: { id: admin.memberId },
        comment: 'For how long?',
        createdAt: t.clock.now().toISOString(),
      },
    });
    expect(waiting).toMatchObject({
      subjectDigest,
      comments: [said.body, { member: { id: developer.memberId }, comment: 'A month.\nThen they are gone.' }],
    });
    expect(approved.comments).toEqual(waiting.comments);
    const row = listed.find((request: { id: string }) => request.id === id);
    expect(row).toMatchObject({ subjectDigest, eligibleApproverCount: waiting.eligibleApproverCount });
    expect(row).not.toHaveProperty('comments');
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'invalid_transition',
        message:
          'The approval request is executed, so it cannot be commented on; nothing more can be done with it.',
      },
    });
  });

  it('201: comment at /comment as at /comments', async () => {
    const { id } = await asked();

    const answers = [
      await post(`/approvals/${id}/comment`, admin, { comment: 'For how long?' }),
      await post(`/approvals/${id}/comments`, admin, { comment: 'For how long?' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await get(`/approvals/${id}`, developer)).body.comments).toEqual(answers.map(({ body }) => body));
  });

  it.each(['', ' \n ', 'x'.repeat(2001)])('422: a comment has 1 to 2,000 characters', async (comment) => {
    const { id } = await asked();

    expect(await post(`/approvals/${id}/comments`, admin, { comment })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/comment' }] },
    });
    expect(await post(`/approvals/${id}/comments`, admin, { comment: 'x'.repeat(2000) })).toMatchObject({
      status: 201,
    });
  });

  it('see how many people could decide a request, until it is decided', async () => {
    const { id, subjectDigest } = await asked();

    const waiting = await get(`/approvals/${id}`, developer);
    const approved = await post(`/approvals/${id}/approve`, admin, { subjectDigest });

    expect(waiting.body.eligibleApproverCount).toBe(2);
    expect(approved.body.eligibleApproverCount).toBeNull();
  });

  it('find requests by kind, by who asked, and those that they could decide', async () => {
    const { id } = await asked();
    const found = async (query: string, as: Somebody) => {
      const { body } = await get(`/approvals?limit=100&${query}`, as);
      return body.data.some((request: { id: string }) => request.id === id);
    };
    const { memberId } = developer;

    const answers = [
      await found('kind=PRODUCTION_ACCESS', developer),
      await found('kind=MCP_SERVER', developer),
      await found(`requestedBy=${memberId}`, admin),
      await found(`requestedBy=${admin.memberId}`, admin),
      await found('decidableByMe=true', admin),
      await found('decidableByMe=true&kind=MCP_TOOL_CALL', admin),
      await found('decidableByMe=true', developer),
      await found('decidableByMe=true&status=APPROVED', admin),
    ];

    expect(answers).toEqual([true, false, true, false, true, false, false, false]);
    expect(await get('/approvals?decidableByMe=false', admin)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    });
  });

  it('say to each reader why they cannot approve', async () => {
    const { id } = await asked();
    const viewer = await everyone.as('COMPLIANCE_REVIEWER');

    const told = async (as: Somebody) => (await get(`/approvals/${id}`, as)).body.decisionRefusal;

    expect(await told(admin)).toBeNull();
    expect(await told(viewer)).toMatchObject({ code: 'permission_required', permission: 'approvals:decide' });
    expect(await told(developer)).toMatchObject({ permission: expect.any(String) });
    expect(await told(await everyone.another('ADMIN'))).toMatchObject({
      code: 'approver_too_new',
      message: expect.stringContaining('Ask a member who had the role before'),
      permission: null,
    });
  });

  it('cancel a request before it is decided', async () => {
    const { path, id } = await asked();

    const cancelled = await post(`/approvals/${id}/cancel`, developer);

    expect(cancelled.body).toMatchObject({ status: 'CANCELLED' });
    expect((await get(path, developer)).body).toMatchObject({ status: 'WITHDRAWN' });
    expect((await get(`/approvals/${id}`, developer)).body).toMatchObject({ id, status: 'CANCELLED' });
  });

  it('200: decide several requests, each separately, in the documented shape', async () => {
    const [yes, no, late] = [await asked(), await asked(), await asked()];
    await post(`/approvals/${late.id}/cancel`, developer);
    const decided = ({ id, subjectDigest }: typeof yes, verdict: string, comment?: string) => ({
      approvalRequestId: id,
      subjectDigest,
      verdict,
      comment,
    });
    const decisions = [
      decided(late, 'APPROVE'),
      decided(yes, 'APPROVE'),
      decided(no, 'REJECT', 'Say which data, exactly.'),
    ];

    const { status, body } = await post('/approvals/batch-decide', admin, { decisions });

    expect(status).toBe(200);
    expect(body).toEqual({
      answers: [
        {
          approvalRequestId: late.id,
          approvalRequest: null,
          refusal: {
            code: 'invalid_transition',
            message: expect.stringMatching(/^This request is no longer pending/),
          },
        },
        {
          approvalRequestId: yes.id,
          approvalRequest: expect.objectContaining({ id: yes.id, status: 'EXECUTED' }),
          refusal: null,
        },
        {
          approvalRequestId: no.id,
          approvalRequest: expect.objectContaining({ id: no.id, status: 'REJECTED' }),
          refusal: null,
        },
      ],
    });
    expect(await post('/approvals/batch-decide', developer, { decisions })).toMatchObject({
      status: 403,
      body: { code: 'permission_required', permission: 'approvals:decide' },
    });
  });

  it('422: decide several requests, with a finding for each invalid decision', async () => {
    const { id: approvalRequestId, subjectDigest } = await asked();
    const yes = { approvalRequestId, subjectDigest, verdict: 'APPROVE' };
    const decide = async (...decisions: unknown[]) =>
      await post('/approvals/batch-decide', admin, { decisions });

    expect(await decide(yes, { ...yes, verdict: 'REJECT' }, { ...yes, verdict: 'NO' })).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        errors: [
          { pointer: '/decisions/1/comment', code: 'required', message: 'is required' },
          { pointer: '/decisions/2/verdict', message: expect.stringContaining('APPROVE') },
        ],
      },
    });
    expect(await decide(yes, yes)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/decisions/1/approvalRequestId', message: 'appears twice' }] },
    });
    expect((await get(`/approvals/${approvalRequestId}`, admin)).body.status).toBe('PENDING');
  });
});
