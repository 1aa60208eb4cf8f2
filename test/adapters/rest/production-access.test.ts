import { describe, expect, it } from 'vitest';
import { submission } from '../../support/approvals.ts';
import { testApp } from '../../support/app.ts';
import { cast, type Somebody } from '../../support/people.ts';
import { entriesOf, lastEntryOf, textOf } from '../../support/trail.ts';

const t = await testApp();
const everyone = await cast(t);
const { workspaceId: workspace } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const viewer = await everyone.as('VIEWER');
const comment = 'As we have agreed.';

const post = async (path: string, as: Somebody, body?: unknown) =>
  await t.rest('POST', `/api/console${path}`, { as, workspace, body });

async function asked() {
  const application = await post('/applications', developer, { name: 'Checkout' });
  const applicationId: string = application.body.id;
  const access = `/applications/${applicationId}/production-access`;
  const { body } = await post(`${access}/requests`, developer, submission);
  const { id, subjectDigest } = body.approvalRequest;
  return { applicationId, access, id, subjectDigest, path: `${access}/requests/${id}` };
}

const statusOf = async (access: string) =>
  (await t.rest('GET', `/api/console${access}`, { as: developer, workspace })).body.status;

const verbs = [
  { verb: 'approve', as: admin, request: 'EXECUTED', becomes: 'APPROVED' },
  { verb: 'reject', as: admin, request: 'REJECTED', becomes: 'REJECTED' },
  { verb: 'request-changes', as: admin, request: 'SUPERSEDED', becomes: 'CHANGES_REQUESTED' },
  { verb: 'withdraw', as: developer, request: 'CANCELLED', becomes: 'WITHDRAWN' },
];
const bodyOf = (verb: string, subjectDigest: string) =>
  verb === 'withdraw' ? undefined : { subjectDigest, comment };

describe.each(verbs)(
  'POST /applications/:id/production-access/requests/:rid/$verb',
  ({ verb, as, request, becomes }) => {
    it(`200: the request is ${request} and production access ${becomes}`, async () => {
      const { access, path, id, subjectDigest } = await asked();

      const answer = await post(`${path}/${verb}`, as, bodyOf(verb, subjectDigest));

      expect(answer).toMatchObject({ status: 200, body: { id, status: request } });
      expect(await statusOf(access)).toBe(becomes);
    });

    it('404: a request of another application, like a missing one, and nothing is decided', async () => {
      const [one, other] = [await asked(), await asked()];
      const nobodys = 'apr_01kaf5m2jcexxt5s6f3yq4z8rd';
      const send = async (id: string) =>
        await post(`${one.access}/requests/${id}/${verb}`, as, bodyOf(verb, other.subjectDigest));

      const [elsewhere, missing] = [await send(other.id), await send(nobodys)];

      expect(elsewhere).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(textOf(elsewhere.body)).toBe(textOf(missing.body));
      expect(await statusOf(other.access)).toBe('SUBMITTED');
    });

    it('403: the permission is checked first, whatever the request, and the refusal is logged once', async () => {
      const { access, path, subjectDigest } = await asked();
      const wanted = verb === 'withdraw' ? 'production_access:approve' : 'approvals:decide';
      const before = (await entriesOf(t, workspace)).length;

      const answer = await post(`${path}/${verb}`, viewer, bodyOf(verb, subjectDigest));
      await post(`${access}/requests/apr_nobodys/${verb}`, viewer, bodyOf(verb, subjectDigest));
      t.clock.advance({ minutes: 1 });

      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'permission_required', permission: wanted },
      });
      expect((await entriesOf(t, workspace)).slice(before).map(({ outcome }) => outcome)).toEqual(['DENIED']);
    });
  },
);

describe('a refused decision on production access', () => {
  it.each(['of this application', 'of another application', 'that nobody has'])(
    'is logged with its targets: a request %s',
    async (which) => {
      const [{ applicationId, access, id, subjectDigest }, other] = [await asked(), await asked()];
      const ids: Record<string, string> = { 'of this application': id, 'of another application': other.id };
      const named = ids[which] ?? 'apr_01kaf5m2jcexxt5s6f3yq4z8rd';
      const somebody = await everyone.another('VIEWER');

      await post(`${access}/requests/${named}/approve`, somebody, { subjectDigest });

      expect(await lastEntryOf(t, workspace)).toMatchObject({
        action: 'approveRequest',
        outcome: 'DENIED',
        actor: { id: somebody.memberId },
        targets: [
          { type: 'application', id: applicationId },
          { type: 'approval_request', id: named },
        ],
      });
    },
  );
});

describe('POST /applications/:id/production-access/requests/:rid/approve', () => {
  it('403 self_approval_forbidden: for the requester, on this path too', async () => {
    const application = await post('/applications', admin, { name: 'Checkout' });
    const access = `/applications/${application.body.id}/production-access`;
    const { body } = await post(`${access}/requests`, admin, submission);
    const { id, subjectDigest } = body.approvalRequest;

    const answer = await post(`${access}/requests/${id}/approve`, admin, { subjectDigest });

    expect(answer).toMatchObject({ status: 403, body: { code: 'self_approval_forbidden' } });
  });

  it('takes effect once under an Idempotency-Key', async () => {
    const { path, subjectDigest } = await asked();
    const send = async () =>
      await t.rest('POST', `/api/console${path}/approve`, {
        as: admin,
        workspace,
        body: { subjectDigest },
        headers: { 'idempotency-key': `approve ${path}`.replaceAll(' ', '-') },
      });

    const [first, again] = [await send(), await send()];

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });
});

describe('an application', () => {
  const read = async (applicationId: string, as: Somebody) =>
    (await t.rest('GET', `/api/console/applications/${applicationId}`, { as, workspace })).body
      .productionAccess;

  it('reports its production access, or null if it never requested any', async () => {
    const { body: made } = await post('/applications', developer, { name: 'Checkout' });
    const { applicationId, path, subjectDigest } = await asked();
    const waiting = await read(applicationId, viewer);
    await post(`${path}/approve`, admin, { subjectDigest });

    expect([made.productionAccess, await read(made.id, viewer)]).toEqual([null, null]);
    expect(waiting).toEqual({ status: 'SUBMITTED', revision: 1, approvedAt: null, reviewBy: null });
    expect(await read(applicationId, viewer)).toEqual({
      status: 'APPROVED',
      revision: 1,
      approvedAt: t.clock.now().toISOString(),
      reviewBy: new Date(t.clock.now().getTime() + 365 * 24 * 3_600_000).toISOString(),
    });
    expect(await read(applicationId, await everyone.as('BILLING_ADMINISTRATOR'))).toBeNull();
  });

  it('reports it in lists too, with one query for all of them', async () => {
    const { applicationId } = await asked();
    let queries = 0;
    const count = ({ sql }: { sql: string }) => void (queries += sql.includes('"production_access"') ? 1 : 0);
    t.ports.database.knex.on('query', count);
    const { body } = await t.rest('GET', '/api/console/applications?limit=100', { as: viewer, workspace });
    t.ports.database.knex.off('query', count);

    const listed = body.data.find(({ id }: { id: string }) => id === applicationId);
    expect(listed.productionAccess).toMatchObject({ status: 'SUBMITTED' });
    expect(queries).toBe(1);
  });
});

describe('POST /applications/:id/production-access/requests/:rid/resubmit', () => {
  const changed = { ...submission, dataCategories: ['cards'] };

  async function givenBack() {
    const request = await asked();
    const { path, subjectDigest } = request;
    await post(`${path}/request-changes`, admin, { subjectDigest, comment });
    return request;
  }

  it('200: submits the next revision, with its own request', async () => {
    const { path, id } = await givenBack();

    const answer = await post(`${path}/resubmit`, developer, changed);

    expect(answer).toMatchObject({ status: 200, body: { status: 'SUBMITTED', revision: 2 } });
    expect(answer.body.approvalRequest.id).not.toBe(id);
  });

  it('404: a request of another application, like a missing one', async () => {
    const [one, other] = [await givenBack(), await givenBack()];
    const send = async (id: string) =>
      await post(`${one.access}/requests/${id}/resubmit`, developer, changed);

    const [elsewhere, missing] = [await send(other.id), await send('apr_01kaf5m2jcexxt5s6f3yq4z8rd')];

    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(textOf(elsewhere.body)).toBe(textOf(missing.body));
    expect(await statusOf(one.access)).toBe('CHANGES_REQUESTED');
  });

  it('409: a request that another one has replaced', async () => {
    const { access, path } = await givenBack();
    const next = (await post(`${path}/resubmit`, developer, changed)).body.approvalRequest;
    const { subjectDigest } = next;
    await post(`${access}/requests/${next.id}/request-changes`, admin, { subjectDigest, comment });

    const late = await post(`${path}/resubmit`, developer, changed);

    expect(late).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(late.body.message).toContain(next.id);
    expect(await post(`${access}/requests/${next.id}/resubmit`, developer, changed)).toMatchObject({
      status: 200,
    });
  });
});
