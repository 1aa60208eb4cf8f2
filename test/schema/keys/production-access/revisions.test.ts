import { describe, expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { approvalsOf, askedOf, submission } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { cast, type Somebody } from '../../../support/people.ts';
import { entriesOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const { ask, approve, reject, requestChanges, cancel, resubmit, requestFor, suspend, revoke } = approvalsOf(
  t,
  everyone,
);

const pathOf = (applicationId: string) =>
  `/api/console/applications/${applicationId}/production-access/revisions`;
const revisionsOf = async (applicationId: string, as: Somebody = developer) =>
  (await t.rest('GET', pathOf(applicationId), { as, workspace })).body.data;

describe('the revisions of production access', () => {
  it('contain the submission, the requester, and how, when and why each ended', async () => {
    const asked = await ask(developer);
    await requestChanges(asked, admin, 'Which data, exactly?');
    t.clock.advance({ minutes: 5 });
    const again = await resubmit(asked.applicationId, owner, { dataCategories: ['cards', 'names'] });
    const next = askedOf(again);

    const [first, second, ...others] = await revisionsOf(asked.applicationId);

    expect(others).toEqual([]);
    expect(first).toEqual({
      revision: 1,
      status: 'CHANGES_REQUESTED',
      ...submission,
      evidenceReceiptIds: [],
      changes: [],
      requestedBy: { id: developer.memberId },
      approvalRequest: { id: asked.approvalRequestId, subjectDigest: asked.subjectDigest },
      submittedAt: '2026-11-20T09:00:00.000Z',
      endedAt: '2026-11-20T09:00:00.000Z',
      reason: 'Which data, exactly?',
    });
    expect(second).toMatchObject({
      revision: 2,
      status: 'SUBMITTED',
      dataCategories: ['cards', 'names'],
      requestedBy: { id: owner.memberId },
      approvalRequest: { id: next.approvalRequestId },
      submittedAt: '2026-11-20T09:05:00.000Z',
      endedAt: null,
      reason: null,
    });
  });

  it('are in the audit log: the status and the revision before and after a decision', async () => {
    const asked = await ask(developer);
    await requestChanges(asked, admin);

    const entry = (await entriesOf(t, workspace)).findLast(({ action }) =>
      action.startsWith('application.production_access.'),
    );
    expect(entry?.changes).toEqual({ status: ['SUBMITTED', 'CHANGES_REQUESTED'], revision: [1, 1] });
  });

  it('list the fields that differ from the previous revision, with both values', async () => {
    const asked = await ask(developer);
    await cancel(asked, developer);
    const changed = { expectedVolume: '1,000 a day', dataCategories: ['payments', 'payouts'] };
    const second = askedOf(await requestAgain(asked.applicationId, changed));
    await requestChanges(second, admin);
    await resubmit(asked.applicationId, developer, { ...changed, securityContact: 'ciso@example.com' });

    const revisions = await revisionsOf(asked.applicationId);

    expect(revisions.map(({ changes }: { changes: unknown }) => changes)).toEqual([
      [],
      [
        { field: 'dataCategories', before: ['payments'], after: ['payments', 'payouts'] },
        { field: 'expectedVolume', before: '100 a day', after: '1,000 a day' },
      ],
      [{ field: 'securityContact', before: 'security@example.com', after: 'ciso@example.com' }],
    ]);
  });

  it('end as they were ended: approved, rejected, withdrawn, expired or superseded', async () => {
    const [approved, rejected, withdrawn, expired] = [
      await ask(developer),
      await ask(developer),
      await ask(developer),
      await ask(developer),
    ];
    await approve(approved, admin, 'Well argued.');
    await reject(rejected, admin, 'Not for this product.');
    await cancel(withdrawn, developer);
    await suspend(approved.applicationId, admin);
    await requestFor(approved.applicationId, developer);
    await revoke(approved.applicationId, admin);
    await ApprovalRequest.change(knex, expired.approvalRequestId, t.clock.now(), {
      expiresAt: t.clock.now(),
    });

    const ends = await Promise.all(
      [approved, rejected, withdrawn, expired].map(async ({ applicationId }) =>
        (await revisionsOf(applicationId)).map(({ status, endedAt, reason }: Record<string, unknown>) => [
          status,
          endedAt !== null,
          reason,
        ]),
      ),
    );

    expect(ends).toEqual([
      [
        ['APPROVED', true, 'Well argued.'],
        ['SUPERSEDED', true, null],
      ],
      [['REJECTED', true, 'Not for this product.']],
      [['WITHDRAWN', true, null]],
      [['EXPIRED', true, null]],
    ]);
  });

  it('are those of this application only, in pages', async () => {
    const asked = await ask(developer);
    await ask(developer);
    await requestChanges(asked, admin);
    await resubmit(asked.applicationId, developer, { expectedVolume: '200 a day' });

    const page = async (query: string) =>
      (await t.rest('GET', `${pathOf(asked.applicationId)}?limit=1${query}`, { as: developer, workspace }))
        .body;
    const first = await page('');
    const second = await page(`&cursor=${first.page.nextCursor}`);

    expect([first.data[0].revision, second.data[0].revision]).toEqual([1, 2]);
    expect(second.data[0].changes).toEqual([
      { field: 'expectedVolume', before: '100 a day', after: '200 a day' },
    ]);
    expect(second.page.hasMore).toBe(false);
  });

  it('name no request to a reader without the permission, and take the same number of queries for any length', async () => {
    const asked = await ask(developer);
    const analyst = await everyone.as('ANALYST');
    const one = await queriesDuring(async () => void (await revisionsOf(asked.applicationId, analyst)));
    await cancel(asked, developer);
    for (let more = 0; more < 5; more += 1)
      await cancel(askedOf(await requestFor(asked.applicationId, developer)), developer);

    const six = await queriesDuring(async () => {
      const revisions = await revisionsOf(asked.applicationId, analyst);
      expect(revisions.map((it: { approvalRequest: unknown }) => it.approvalRequest)).toEqual(
        Array(6).fill(null),
      );
    });

    expect(six).toBe(one);
  });
});

async function requestAgain(applicationId: string, changed: object) {
  const query = `mutation ($input: RequestProductionAccessInput!) { requestProductionAccess(input: $input) {
    productionAccess { applicationId approvalRequest { id subjectDigest } } } }`;
  const input = { applicationId, ...submission, ...changed };
  const { body } = await t.graphql(query, { input }, { as: developer, workspace });
  const data = body.data.requestProductionAccess;
  return { status: 200, code: undefined, message: undefined, data };
}

async function queriesDuring(work: () => Promise<void>): Promise<number> {
  let queries = 0;
  const count = () => void (queries += 1);
  knex.on('query', count);
  await work();
  knex.off('query', count);
  return queries;
}
