import { describe, expect, it } from 'vitest';
import { ApprovalDecision } from '../../../../db/models/approval-decision.ts';
import { approvalsOf, askedOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';
import { decideWorld } from './decide.world.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, { isChecked: true });
const { everyone, owner, workspaceId, admin, developer, read } = await decideWorld(t);
const { ask, approve, reject, requestChanges, cancel, requestFor, application } = approvalsOf(t, everyone);
const { knex } = t.ports.database;

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
