import { beforeEach, describe, expect, it } from 'vitest';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { remindApprovers } from '../../../../schema/approvals/approval/remind.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { anotherInstance, testApp } from '../../../support/app.ts';
import { deletionOf } from '../../../support/deletions.ts';
import { mailsTo } from '../../../support/mail.ts';
import { cast, type CastMember } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp();
const start = t.clock.now().toISOString();
beforeEach(() => t.clock.set(start));

/** Creates a separate workspace for each test, with a developer's request. */
async function company() {
  const place = await cast(t);
  const [admin, developer] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
  const approvals = approvalsOf(t, place);
  const asked = await approvals.ask(developer);
  const reminders = async () =>
    (await eventsOf(t, place.workspaceId)).filter(({ type }) => type === 'approval.reminder');
  return { ...place, admin, developer, approvals, asked, reminders };
}

async function remindersTo({ email }: CastMember) {
  return (await mailsTo(t, email)).filter(({ subject }) => subject.startsWith('Your decision is still'));
}

describe('spec §5.10: a request after half of its life', () => {
  it('causes one reminder to the members who may decide it, and not a second earlier', async () => {
    const { owner, admin, developer, another, asked, reminders } = await company();
    const late = await another('ADMIN');
    t.clock.set('2026-12-05T08:59:59.000Z');
    await remindApprovers(t.ports);
    const before = await reminders();

    t.clock.set('2026-12-05T09:00:00.000Z');
    await remindApprovers(t.ports);
    t.clock.advance({ days: 10 });
    await remindApprovers(t.ports);

    t.clock.set(start);
    expect(before).toEqual([]);
    expect(await reminders()).toMatchObject([
      {
        resource: { type: 'approval_request', id: asked.approvalRequestId },
        actor: { kind: 'SYSTEM', id: 'remind-approvers' },
        data: { status: 'PENDING', subjectDigest: asked.subjectDigest },
      },
    ]);
    for (const person of [owner, admin]) {
      const [mail, ...others] = await remindersTo(person);
      expect(others).toEqual([]);
      expect(mail?.subject).toBe('Your decision is still needed: Production access for Checkout, revision 1');
      expect(mail?.text).toContain(
        'Half of the time is over, and a decision is still needed in the workspace',
      );
      expect(mail?.text).toContain(`/api/console/approvals/${asked.approvalRequestId}\n`);
    }
    for (const person of [developer, late]) expect(await remindersTo(person)).toEqual([]);
  });

  it('causes one reminder, even with two instances', async () => {
    const other = await anotherInstance(t);
    const { owner, reminders } = await company();
    t.clock.advance({ days: 15 });

    await Promise.all([t, other, t].map(async ({ ports }) => await remindApprovers(ports)));

    t.clock.set(start);
    expect(await reminders()).toHaveLength(1);
    expect(await remindersTo(owner)).toHaveLength(1);
  });

  it('causes a reminder only to members who have not decided it yet, if it takes two', async () => {
    const inside = kindOf('PRODUCTION_ACCESS');
    registerKind({ ...inside, quorum: 2 });
    const { owner, admin, approvals, asked } = await company();
    await approvals.approve(asked, admin);
    t.clock.advance({ days: 15 });

    await remindApprovers(t.ports);

    registerKind(inside);
    t.clock.set(start);
    expect([(await remindersTo(owner)).length, (await remindersTo(admin)).length]).toEqual([1, 0]);
  });

  it('causes the reminder by its own life: after three and a half days for a deletion', async () => {
    const place = await company();
    const { body } = await deletionOf(t, place).request(place.owner);
    t.clock.advance({ days: 3, hours: 12 });

    await remindApprovers(t.ports);

    expect(await place.reminders()).toMatchObject([{ resource: { id: body.id } }]);
  });

  it.each([
    ['decided', async ({ approvals, asked, admin }) => await approvals.reject(asked, admin)],
    ['out of time', async () => t.clock.advance({ days: 15 })],
    [
      'nobody’s wish any more',
      async ({ owner, developer, workspaceId: workspace }) =>
        await t.rest('POST', `/api/console/members/${developer.memberId}/suspend`, { as: owner, workspace }),
    ],
    [
      'of a workspace that is being deleted',
      async (place) => await deletionOf(t, place).delete(place.owner, place.admin),
    ],
  ] as [string, (place: Awaited<ReturnType<typeof company>>) => Promise<unknown>][])(
    'causes no reminder if it is %s',
    async (_how, happens) => {
      const place = await company();
      await happens(place);
      t.clock.advance({ days: 15 });

      await remindApprovers(t.ports);

      t.clock.set(start);
      expect(await place.reminders()).toEqual([]);
      expect(await remindersTo(place.owner)).toEqual([]);
    },
  );
});
