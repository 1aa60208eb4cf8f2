import { describe, expect, it } from 'vitest';
import { Application } from '../../../../db/models/application.ts';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { newId } from '../../../../schema/values/id.ts';
import { approvalsOf, type Asked } from '../../../support/approvals.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { cast, type Cast } from '../../../support/people.ts';
import { rewriteMacs } from '../../../support/row-macs.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;

/** Creates a workspace: an owner, an administrator, and a developer who makes requests. */
async function company() {
  const place = await cast(t);
  const [admin, developer] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
  await place.as('APPROVER');
  return { ...place, admin, developer, approvals: approvalsOf(t, place) };
}

async function countOf({ owner, workspaceId }: Cast, { approvalRequestId: id }: Asked): Promise<unknown> {
  const query = 'query ($id: ID!) { approvalRequest(id: $id) { eligibleApproverCount } }';
  const { body } = await t.graphql(query, { id }, { as: owner, workspace: workspaceId });
  return body.data.approvalRequest.eligibleApproverCount;
}

describe('spec §5.10: the number of members who could decide a request now', () => {
  it('counts members with a deciding role, without the requester and members who are too new', async () => {
    const place = await company();
    const [theirs, own] = [
      await place.approvals.ask(place.developer),
      await place.approvals.ask(place.admin),
    ];
    t.clock.advance({ seconds: 1 });
    await place.another('ADMIN');

    expect([await countOf(place, theirs), await countOf(place, own)]).toEqual([2, 1]);
  });

  it('excludes persons who are accountable for the requesting automation', async () => {
    const place = await company();
    const robot = await automationOf(t, place, { by: place.admin });
    await place.another('ADMIN');
    const asked = await place.approvals.ask(robot);

    expect(await countOf(place, asked)).toBe(2);
  });

  it('decreases with a suspension, and is 0 for a stranded request', async () => {
    const place = await company();
    const asked = await place.approvals.ask(place.owner);
    const before = await countOf(place, asked);

    await t.rest('POST', `/api/console/members/${place.admin.memberId}/suspend`, {
      as: place.owner,
      workspace: place.workspaceId,
    });

    expect([before, await countOf(place, asked)]).toEqual([1, 0]);
  });

  it('excludes members who have already decided, if it takes two', async () => {
    const inside = kindOf('PRODUCTION_ACCESS');
    registerKind({ ...inside, quorum: 2 });
    const place = await company();
    const asked = await place.approvals.ask(place.developer);

    await place.approvals.approve(asked, place.admin);
    const left = await countOf(place, asked);
    registerKind(inside);

    expect(left).toBe(1);
  });

  it.each([
    ['decided', async ({ approvals, admin }, asked) => void (await approvals.approve(asked, admin))],
    ['taken back', async ({ approvals, owner }, asked) => void (await approvals.cancel(asked, owner))],
    ['out of time', async (_place, asked) => await runOut(asked)],
  ] as [string, (place: Awaited<ReturnType<typeof company>>, asked: Asked) => Promise<void>][])(
    'is null once the request is %s',
    async (_how, end) => {
      const place = await company();
      const asked = await place.approvals.ask(place.developer);

      await end(place, asked);

      expect(await countOf(place, asked)).toBeNull();
    },
  );
});

describe('a page of requests', () => {
  it('is counted with one query per kind, regardless of its size', async () => {
    const place = await company();
    const { approvalRequestId, applicationId } = await place.approvals.ask(place.developer);
    const deletion = await t.rest('DELETE', '/api/console/workspace', {
      as: place.owner,
      workspace: place.workspaceId,
    });
    const { rowVersion: _version, ...row } = (
      await ApprovalRequest.query(knex).findById(approvalRequestId).throwIfNotFound()
    ).toJSON() as ApprovalRequest;
    const application = await Application.query(knex).findById(applicationId).throwIfNotFound();
    const subjects = Array.from({ length: 98 }, () => newId('application'));
    await Application.query(knex).insert(subjects.map((id) => ({ ...application.toJSON(), id })));
    await ApprovalRequest.query(knex).insert(
      subjects.map((subjectId) => ({ ...row, id: newId('approvalRequest'), subjectId })),
    );
    const ten = await counted(place, 10);
    const hundred = await counted(place, 100);

    expect(hundred.counts).toHaveLength(100);
    expect(hundred.counts.filter((it) => it === 2)).toHaveLength(99);
    expect(hundred.counts.filter((it) => it === 1)).toHaveLength(1);
    expect(hundred.queries - ten.queries).toBe(0);
    expect(hundred.countQueries).toBe(2);
    expect(deletion.body.eligibleApproverCount).toBe(1);
  });
});

async function runOut({ approvalRequestId: id }: Asked): Promise<void> {
  await knex('approvalRequest').where({ id }).update({ expiresAt: t.clock.now() });
  await rewriteMacs(knex);
}

async function counted({ owner, workspaceId }: Cast, first: number) {
  const query =
    'query ($first: Int) { approvalRequests(first: $first) { edges { node { eligibleApproverCount } } } }';
  const request = { as: owner, workspace: workspaceId };
  await t.look();
  for (const _ of t.instances) await t.graphql('{ __typename }', {}, request);
  let body: Answer['body'];
  const statements = await t.statementsOf(async () => {
    ({ body } = await t.graphql(query, { first }, request));
  });
  const edges: { node: { eligibleApproverCount: number } }[] = body.data.approvalRequests.edges;
  return {
    counts: edges.map(({ node }) => node.eligibleApproverCount),
    queries: statements.length,
    countQueries: statements.filter((sql) => sql.includes('count(')).length,
  };
}
