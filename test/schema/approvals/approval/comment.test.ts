import { describe, expect, it } from 'vitest';
import { ApprovalComment } from '../../../../db/models/approval-comment.ts';
import { newId } from '../../../../schema/values/id.ts';
import { approvalsOf, type Asked } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { count } from '../../../support/count.ts';
import { cast, type Somebody } from '../../../support/people.ts';
import { rewriteMacs } from '../../../support/row-macs.ts';
import { entriesOf, eventsOf, lastEntryOf, lastEventOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const { ask, approve, reject, cancel, comment } = approvalsOf(t, everyone);

interface Said {
  comment: string;
  member: { id: string };
}

async function said({ approvalRequestId: id }: Asked, as: Somebody = owner): Promise<Said[]> {
  const query =
    'query ($id: ID!) { approvalRequest(id: $id) { comments { comment member { id } createdAt } } }';
  const { body } = await t.graphql(query, { id }, { as, workspace: workspaceId });
  return body.data.approvalRequest.comments;
}

/** Inserts the given number of comments directly, without the API. */
async function fill({ approvalRequestId }: Asked, length: number): Promise<void> {
  const [createdAt, updatedAt] = [t.clock.now(), t.clock.now()];
  const rows = Array.from({ length }, () => ({
    id: newId('approvalComment'),
    workspaceId,
    requestId: approvalRequestId,
    memberId: admin.memberId,
    personId: admin.personId,
    comment: 'And?',
    createdAt,
    updatedAt,
  }));
  await ApprovalComment.query(knex).insert(rows);
}

describe('spec §5.10: a comment on a request', () => {
  it('is written by the requester or an approver, and read in order by members who read requests', async () => {
    const asked = await ask(developer);

    await comment(asked, admin, '  Which data, exactly?\nAnd for how long? ');
    await comment(asked, developer, 'Payments, for a month.');

    expect(await said(asked, await everyone.as('VIEWER'))).toEqual([
      {
        comment: 'Which data, exactly?\nAnd for how long?',
        member: { id: admin.memberId },
        createdAt: t.clock.now().toISOString(),
      },
      {
        comment: 'Payments, for a month.',
        member: { id: developer.memberId },
        createdAt: t.clock.now().toISOString(),
      },
    ]);
  });

  it('decides nothing and changes no digest: a digest that was read before it still approves the request', async () => {
    const asked = await ask(developer);

    const { data } = await comment(asked, admin);

    expect(data['approvalRequest']).toMatchObject({
      status: 'PENDING',
      subjectDigest: asked.subjectDigest,
      rowVersion: 1,
    });
    expect(await approve(asked, admin)).toMatchObject({ status: 200 });
    expect(await said(asked)).toHaveLength(1);
  });

  it('leaves an event with the author but not the text, and an audit entry', async () => {
    const asked = await ask(developer);

    const { data } = await comment(asked, admin, 'Which data, exactly?');

    const { id } = data['approvalComment'] as unknown as { id: string };
    const [event, entry] = [await lastEventOf(t, workspaceId), await lastEntryOf(t, workspaceId)];
    expect(event).toMatchObject({
      type: 'approval.commented',
      resource: { id: asked.approvalRequestId },
      actor: { id: admin.memberId },
      data: { status: 'PENDING', comment: { id, memberId: admin.memberId } },
    });
    expect(entry).toMatchObject({
      action: 'approval.commented',
      outcome: 'SUCCESS',
      actor: { id: admin.memberId },
      targets: [{ type: 'approval_request', id: asked.approvalRequestId }],
      changes: { approvalCommentId: id },
      reason: null,
    });
    expect(JSON.stringify([event, entry])).not.toContain('Which data');
  });

  it('is written once under one Idempotency-Key', async () => {
    const asked = await ask(developer);
    const headers = { 'idempotency-key': 'say-once' };

    const first = await comment(asked, admin, 'Once.', headers);
    const again = await comment(asked, admin, 'Once.', headers);

    expect(again).toEqual(first);
    expect(await said(asked)).toHaveLength(1);
  });
});

describe('the authors of comments', () => {
  it.each(['OWNER', 'ADMIN', 'DEVELOPER', 'APPROVER'] as const)(
    'include %s, who decides or makes requests',
    async (role) => {
      expect(await comment(await ask(developer), await everyone.as(role))).toMatchObject({ status: 200 });
    },
  );

  it.each(['SECURITY_ADMINISTRATOR', 'SUPPORT', 'COMPLIANCE_REVIEWER', 'VIEWER'] as const)(
    'exclude %s, who only reads requests',
    async (role) => {
      const asked = await ask(developer);

      expect(await comment(asked, await everyone.as(role))).toMatchObject({
        status: 403,
        message: 'Workspace permission is required: approvals:decide',
      });
      expect(await said(asked)).toEqual([]);
    },
  );

  it.each(['DOCUMENTATION_EDITOR', 'BILLING_ADMINISTRATOR', 'ANALYST'] as const)(
    'exclude %s, who reads no requests and gets the same refusal for an unknown one',
    async (role) => {
      const asked = await ask(developer);
      const missing = { ...asked, approvalRequestId: newId('approvalRequest') };
      const member = await everyone.as(role);

      const answers = [await comment(asked, member), await comment(missing, member)];

      expect(answers.map(({ message }) => message)).toEqual(
        Array(2).fill('Workspace permission is required: approvals:read'),
      );
    },
  );

  it('include the requester, even with a role that no longer makes requests', async () => {
    const person = await everyone.another('DEVELOPER');
    const asked = await ask(person);
    const path = `/api/console/members/${person.memberId}`;
    await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role: 'VIEWER' } });

    expect(await comment(asked, person)).toMatchObject({ status: 200 });
    expect(await comment(await ask(developer), person)).toMatchObject({ status: 403 });
  });

  it('include a person accountable for the requesting automation, regardless of their current role', async () => {
    const [maker, reader] = [await everyone.another('ADMIN'), await everyone.as('VIEWER')];
    const robot = await automationOf(t, everyone, { by: maker });
    const asked = await ask(robot);
    const path = `/api/console/members/${maker.memberId}`;
    await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role: 'VIEWER' } });

    expect(await comment(asked, maker)).toMatchObject({ status: 200 });
    expect(await comment(asked, reader)).toMatchObject({ code: 'permission_required' });
  });

  it('403 person_required: exclude automations, for their own, others’ and unknown requests', async () => {
    const robot = await automationOf(t, everyone);
    const own = await ask(robot);
    const missing = { ...own, approvalRequestId: newId('approvalRequest') };

    for (const asked of [own, await ask(developer), missing])
      expect(await comment(asked, robot)).toMatchObject({ code: 'person_required', status: 403 });
    expect(await said(own)).toEqual([]);
  });

  it('exclude members of other workspaces, with the same 404 as for an unknown request', async () => {
    const asked = await ask(developer);
    const stranger = await cast(t);
    const missing = { ...asked, approvalRequestId: newId('approvalRequest') };

    const foreign = await approvalsOf(t, stranger).comment(asked, stranger.owner);
    const none = await approvalsOf(t, stranger).comment(missing, stranger.owner);

    expect(foreign).toMatchObject({ status: 404, code: 'not_found' });
    expect(none).toEqual(foreign);
    expect(await said(asked)).toEqual([]);
  });
});

describe('a request that is no longer pending', () => {
  it.each([
    ['executed', approve, admin],
    ['rejected', reject, admin],
    ['cancelled', cancel, developer],
  ] as const)('accepts no comment: %s', async (state, verb, by) => {
    const asked = await ask(developer);
    await verb(asked, by);
    const events = (await eventsOf(t, workspaceId)).length;
    const entries = (await entriesOf(t, workspaceId)).length;

    const answer = await comment(asked, admin);

    expect(answer).toMatchObject({
      status: 409,
      code: 'invalid_transition',
      message: `The approval request is ${state}, so it cannot be commented on; nothing more can be done with it.`,
    });
    expect(await said(asked)).toEqual([]);
    expect((await eventsOf(t, workspaceId)).length).toBe(events);
    expect((await entriesOf(t, workspaceId)).length).toBe(entries);
  });

  it('accepts none that is concurrent with the decision, unless the comment comes first', async () => {
    for (let race = 0; race < count(500); race += 1) {
      const asked = await ask(developer);

      const [decision, word] = await Promise.all([approve(asked, admin), comment(asked, developer)]);

      const events = (await eventsOf(t, workspaceId)).filter(
        ({ resource }) => resource.id === asked.approvalRequestId,
      );
      expect(decision.status).toBe(200);
      expect([200, 409]).toContain(word.status);
      expect(events.at(-1)?.type).toBe('approval.executed');
      expect(await said(asked)).toHaveLength(word.status === 200 ? 1 : 0);
    }
  });
});

describe('409 limit_reached', () => {
  it('a request has 100 comments at most, even if several are written concurrently', async () => {
    const asked = await ask(developer);
    await fill(asked, 98);

    const words = [admin, developer, owner].map(async (person) => await comment(asked, person));
    const statuses = (await Promise.all(words)).map(({ status }) => status);
    const more = await comment(asked, admin);

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 409]);
    expect(more).toMatchObject({ status: 409, code: 'limit_reached' });
    expect(more.message).toContain('100 comments');
    expect(await said(asked)).toHaveLength(100);
    expect(await comment(await ask(developer), admin)).toMatchObject({ status: 200 });
  });
});

describe('the expiry of a request', () => {
  it('ends its comments, too, before a job records it', async () => {
    const place = await cast(t);
    const [asking, own] = [await place.as('DEVELOPER'), approvalsOf(t, place)];
    await place.as('ADMIN');
    const asked = await own.ask(asking);
    await knex('approvalRequest').where({ id: asked.approvalRequestId }).update({ expiresAt: t.clock.now() });
    await rewriteMacs(knex);

    const answer = await own.comment(asked, asking);

    expect(answer).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect(answer.message).toContain('is expired');
  });
});
