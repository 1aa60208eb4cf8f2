import { describe, expect, it } from 'vitest';
import { Member } from '../../../../db/models/member.ts';
import { Person } from '../../../../db/models/person.ts';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { expireApprovals } from '../../../../schema/approvals/approval/expire.ts';
import { approvalsOf, askedOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { deletionOf } from '../../../support/deletions.ts';
import { mailsTo } from '../../../support/mail.ts';
import { cast, type CastMember } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp();
const { knex } = t.ports.database;

/** Creates a separate workspace for each test, with a developer who makes requests. */
async function company() {
  const everyone = await cast(t);
  const { owner } = everyone;
  const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
  return { ...everyone, owner, admin, developer, approvals: approvalsOf(t, everyone) };
}

async function unprove({ personId }: CastMember): Promise<void> {
  await Person.change(knex, personId, t.clock.now(), { emailVerifiedAt: null });
}

/** Returns the mails about approvals; a new account gets others, too. */
async function toldTo({ email }: { email: string }) {
  return (await mailsTo(t, email)).filter(({ text }) => text.includes('/api/console/approvals/'));
}

describe('spec §5.10: a member who may decide', () => {
  it('gets a mail about each new request, with the address at which to decide', async () => {
    const { owner, developer, approvals, workspaceId } = await company();

    const { approvalRequestId } = await approvals.ask(developer);

    const { summary } = await ApprovalRequest.query(knex).findById(approvalRequestId).throwIfNotFound();
    const [mail, ...others] = await toldTo(owner);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`DEVELOPER asks for your decision: ${summary}`);
    expect(mail?.text).toContain(`in the workspace “Owner’s workspace”: ${summary}\n`);
    expect(mail?.text).toContain('It is pending until 20 December 2026, 09:00 UTC. ');
    const lines = mail?.text.split('\n') ?? [];
    expect(lines).toContain(`http://localhost:4000/approvals/${approvalRequestId}`);
    expect(lines).toContain(`http://localhost:4000/api/console/approvals/${approvalRequestId}`);
    expect(lines).toContain(`X-Workspace-Id: ${workspaceId}`);
  });

  it('gets the name of a requesting automation', async () => {
    const people = await company();
    const robot = await automationOf(t, people, { by: people.admin });

    await people.approvals.ask(robot);

    const [mail] = await toldTo(people.owner);
    expect(mail?.subject).toBe(
      'The automation “Nightly build” asks for your decision: Production access for Checkout, revision 1',
    );
    expect(mail?.text).toContain('The automation “Nightly build” asks for a decision in the workspace');
  });

  it('gets a mail about the deletion of a workspace with a short subject, and the details below', async () => {
    const people = await company();
    const { request, reject } = deletionOf(t, people);

    const { body } = await request(people.owner);
    await reject(body, people.admin);

    const [mail] = await toldTo(people.admin);
    expect(mail?.subject).toBe('Owner asks for your decision: Deletion of the workspace Owner’s workspace');
    expect(mail?.text).toContain(body.summary);
    expect(mail?.text).not.toContain('WORKSPACE_DELETE');
    expect(await toldTo(people.owner)).toMatchObject([
      { subject: 'Decided without an independent approver: Deletion of the workspace Owner’s workspace' },
      { subject: 'It is rejected: Deletion of the workspace Owner’s workspace' },
    ]);
  });

  it('has a deciding role, and is not the requester', async () => {
    const { owner, admin, developer, approvals, as } = await company();
    const bystanders = [await as('APPROVER'), await as('VIEWER'), await as('ANALYST')];

    await approvals.ask(admin);
    await approvals.ask(developer);

    expect((await toldTo(owner)).length).toBe(2);
    expect((await toldTo(admin)).length).toBe(1);
    for (const somebody of [developer, ...bystanders]) expect(await toldTo(somebody)).toEqual([]);
  });

  it('gets three mails an hour from one requester about one subject, but each event and counter', async () => {
    const strict = await testApp({ LIMIT_DECISION_MAILS_PER_SUBJECT_PER_HOUR: '3' });
    const people = await cast(strict);
    const { owner, workspaceId: workspace } = people;
    const [admin, developer] = [await people.as('ADMIN'), await people.as('DEVELOPER')];
    const { ask, requestFor, cancel } = approvalsOf(strict, people);
    const asked = await ask(developer);
    for (let times = 1, last = asked; times < 5; times += 1) {
      await cancel(last, developer);
      last = askedOf(await requestFor(asked.applicationId, developer));
      if (times === 4) await cancel(last, developer);
    }
    const told = async () =>
      (await mailsTo(strict, owner.email)).filter(({ subject }) =>
        subject.includes('asks for your decision'),
      );

    const bySame = (await told()).length;
    await requestFor(asked.applicationId, admin);
    await ask(developer);

    expect(bySame).toBe(3);
    expect((await told()).length).toBe(5);
    const requested = (await eventsOf(strict, workspace)).filter(({ type }) => type === 'approval.requested');
    expect(requested).toHaveLength(7);
    const me = await strict.rest('GET', '/api/developer-portal/me', { as: owner, workspace });
    expect(me.body.counters.approvalsWaiting).toBe(2);
  });

  it('gets mail only at a verified address', async () => {
    const { owner, admin, developer, approvals } = await company();
    await unprove(owner);

    await approvals.ask(developer);

    expect([(await toldTo(owner)).length, (await toldTo(admin)).length]).toEqual([0, 1]);
  });

  it('gets no mail while suspended', async () => {
    const { owner, admin, developer, approvals, workspaceId } = await company();
    const path = `/api/console/members/${admin.memberId}/suspend`;
    await t.rest('POST', path, { as: owner, workspace: workspaceId });

    await approvals.ask(developer);

    expect([(await toldTo(owner)).length, (await toldTo(admin)).length]).toEqual([1, 0]);
  });

  it('is one of at most 50 recipients', async () => {
    const { owner, admin, developer, approvals, workspaceId } = await company();
    const [person, member] = [
      await Person.query(knex).findById(admin.personId).throwIfNotFound(),
      await Member.query(knex).findById(admin.memberId).throwIfNotFound(),
    ];
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const email = (index: number) => `crowd-${index}-${workspaceId}@example.com`;
    await Person.query(knex).insert(
      numbers.map((index) => ({
        ...person.toJSON(),
        id: `per_crowd_${workspaceId}_${index}`,
        email: email(index),
        emailKey: email(index).toLowerCase(),
      })),
    );
    await Member.query(knex).insert(
      numbers.map((index) => ({
        ...member.toJSON(),
        id: `mem_crowd_${workspaceId}_${index}`,
        personId: `per_crowd_${workspaceId}_${index}`,
      })),
    );

    const { approvalRequestId } = await approvals.ask(developer);

    const all = await Promise.all(numbers.map(async (index) => await toldTo({ email: email(index) })));
    const told = all.flat().filter(({ text }) => text.includes(approvalRequestId));
    const beside = [...(await toldTo(owner)), ...(await toldTo(admin))];
    expect(told.length + beside.length).toBe(50);
  });

  it('gets no mail about a refused request', async () => {
    const { owner, developer, approvals } = await company();
    const applicationId = await approvals.application();
    await approvals.requestFor(applicationId, developer);

    const again = await approvals.requestFor(applicationId, developer);

    expect(again.code).toBe('invalid_transition');
    expect((await toldTo(owner)).length).toBe(1);
  });
});

describe('the requester', () => {
  const endings = [
    ['approve', 'It is approved and done', false],
    ['reject', 'It is rejected', true],
    ['requestChanges', 'It was sent back for changes', true],
  ] as const;

  it.each(endings)('gets a mail about each decision: %s', async (verb, words, isReasonTold) => {
    const { owner, developer, approvals } = await company();
    const asked = await approvals.ask(developer);

    const decision = await approvals[verb](asked, owner);

    expect(decision.status).toBe(200);
    const mails = await toldTo(developer);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe(`${words}: Production access for Checkout, revision 1`);
    expect(mails[0]?.text).toContain(`/api/console/approvals/${asked.approvalRequestId}\n`);
    expect(mails[0]?.text.includes('\nThe reason: As we have agreed.\n')).toBe(isReasonTold);
  });

  it('gets a mail that the request was superseded, and why', async () => {
    const { owner, developer, approvals, workspaceId } = await company();
    const { applicationId } = await approvals.ask(developer);
    const path = `/api/console/applications/${applicationId}`;
    await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { name: 'Casino' } });

    await approvals.requestFor(applicationId, owner);

    const [mail, ...others] = await toldTo(developer);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('It was superseded: Production access for Checkout, revision 1');
    expect(mail?.text).toContain(
      '\nThe reason: A new request has replaced it, since its subject has changed.\n',
    );
  });

  it('gets a mail that the request has expired', async () => {
    const { developer, approvals } = await company();
    await approvals.ask(developer);
    t.clock.advance({ days: 30 });

    await expireApprovals(t.ports);

    t.clock.advance({ days: -30 });
    expect(await toldTo(developer)).toMatchObject([{ subject: expect.stringContaining('It has expired') }]);
  });

  it('gets a mail about a cancellation by another member, but not about their own', async () => {
    const { owner, developer, approvals } = await company();
    await approvals.cancel(await approvals.ask(developer), developer);
    const own = (await toldTo(developer)).length;

    await approvals.cancel(await approvals.ask(developer), owner);

    expect(own).toBe(0);
    expect(await toldTo(developer)).toMatchObject([
      { subject: expect.stringContaining('It was canceled by another member') },
    ]);
  });

  it.each(['removed', 'given a role that reads no requests'])('gets no mail after being %s', async (how) => {
    const { owner, developer, approvals, workspaceId } = await company();
    const asked = await approvals.ask(developer);
    const path = `/api/console/members/${developer.memberId}`;
    const as = { as: owner, workspace: workspaceId };
    await (how === 'removed'
      ? t.rest('DELETE', path, as)
      : t.rest('PATCH', path, { ...as, body: { role: 'BILLING_ADMINISTRATOR' } }));

    await approvals.reject(asked, owner);

    expect(await toldTo(developer)).toEqual([]);
  });
});

describe('a comment', () => {
  it('is mailed to the requester, without its text, and to nobody else', async () => {
    const { owner, admin, developer, approvals } = await company();
    const asked = await approvals.ask(developer);
    const before = [(await toldTo(owner)).length, (await toldTo(admin)).length];

    const { status } = await approvals.comment(asked, owner, 'Which data, exactly?');

    const [mail, ...others] = await toldTo(developer);
    expect([status, others]).toEqual([200, []]);
    expect(mail?.subject).toBe(
      'Owner has commented on what you asked for: Production access for Checkout, revision 1',
    );
    expect(mail?.text).toContain(`/api/console/approvals/${asked.approvalRequestId}\n`);
    expect(mail?.text).not.toContain('Which data');
    expect([(await toldTo(owner)).length, (await toldTo(admin)).length]).toEqual(before);
  });

  it('by the requester is mailed to each earlier commenter once, and to nobody else', async () => {
    const { owner, admin, developer, approvals } = await company();
    const asked = await approvals.ask(developer);
    await approvals.comment(asked, owner, 'Which data, exactly?');
    await approvals.comment(asked, owner, 'And for how long?');
    const before = (await toldTo(admin)).length;

    await approvals.comment(asked, developer, 'Payments, for a month.');

    const subject =
      'DEVELOPER has commented on what you have commented on: Production access for Checkout, revision 1';
    const mails = (await toldTo(owner)).filter((mail) => mail.subject === subject);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/api/console/approvals/${asked.approvalRequestId}\n`);
    expect(mails[0]?.text).not.toContain('Payments');
    expect((await toldTo(admin)).length).toBe(before);
    expect((await toldTo(developer)).filter((mail) => mail.subject.startsWith('DEVELOPER'))).toEqual([]);
  });

  it.each(['removed', 'given a role that reads no requests'])(
    'by the requester is not mailed to an earlier commenter who was %s since',
    async (how) => {
      const { owner, admin, developer, approvals, workspaceId } = await company();
      const asked = await approvals.ask(developer);
      await approvals.comment(asked, admin);
      const path = `/api/console/members/${admin.memberId}`;
      const as = { as: owner, workspace: workspaceId };
      await (how === 'removed'
        ? t.rest('DELETE', path, as)
        : t.rest('PATCH', path, { ...as, body: { role: 'BILLING_ADMINISTRATOR' } }));
      const before = (await toldTo(admin)).length;

      await approvals.comment(asked, developer);

      expect((await toldTo(admin)).length).toBe(before);
    },
  );

  it('by a person accountable for the requesting automation is mailed to earlier commenters', async () => {
    const { owner, admin, approvals, workspaceId } = await company();
    const robot = await automationOf(t, { owner, workspaceId }, { by: admin });
    const asked = await approvals.ask(robot);
    await approvals.comment(asked, owner);
    const before = (await toldTo(owner)).length;

    await approvals.comment(asked, admin);

    expect((await toldTo(owner)).length).toBe(before + 1);
  });

  it('by the requester is mailed to nobody if nobody has commented', async () => {
    const { owner, admin, developer, approvals } = await company();
    const asked = await approvals.ask(developer);

    await approvals.comment(asked, developer);

    expect((await toldTo(developer)).length).toBe(0);
    expect([(await toldTo(owner)).length, (await toldTo(admin)).length]).toEqual([1, 1]);
  });

  it('is not mailed to a requester who may no longer read requests', async () => {
    const { owner, developer, approvals, workspaceId } = await company();
    const asked = await approvals.ask(developer);
    const path = `/api/console/members/${developer.memberId}`;
    const body = { role: 'BILLING_ADMINISTRATOR' };
    await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body });

    await approvals.comment(asked, owner);

    expect(await toldTo(developer)).toEqual([]);
  });
});
