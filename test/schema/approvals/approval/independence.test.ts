import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../db/models/member.ts';
import { remindApprovers } from '../../../../schema/approvals/approval/remind.ts';
import { approvalsOf, type Asked } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { invitationsOf } from '../../../support/invitations.ts';
import { mailsTo, tokenMailedTo } from '../../../support/mail.ts';
import {
  cast,
  join,
  proveAddresses,
  signInAgain,
  somebody,
  type CastMember,
  type Somebody,
} from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });

/** Creates a workspace with an owner, and an administrator whom the owner added. */
async function company() {
  const place = await cast(t);
  const { owner, workspaceId: workspace } = place;
  const admin = await place.as('ADMIN');
  const send = async (method: 'POST' | 'PATCH', path: string, as: Somebody, body?: object) =>
    await t.rest(method, `/api/console/${path}`, { as, workspace, ...(body && { body }) });
  /** Creates a person with a verified address whom the member adds. */
  const addedBy = async (by: Somebody, role: Role = 'ADMIN', name = 'Second'): Promise<CastMember> => {
    const person = await somebody(t, name);
    await proveAddresses(t, person);
    const memberId = await join(t, { person, role, by, workspace });
    return { ...person, memberId, workspaceId: workspace };
  };
  const approvers = async ({ approvalRequestId: id }: Asked, as: Somebody = owner) => {
    const query =
      'query ($id: ID!) { approvalRequest(id: $id) { approvers { member { id admissions { kind by { id } at } } ' +
      'isIndependent hasProvedAddress mayDecideNow } eligibleApproverCount } }';
    const { body } = await t.graphql(query, { id }, { as, workspace });
    return body.data.approvalRequest;
  };
  const require = async (requiresIndependentApprovers: boolean, as: Somebody = owner) =>
    await send('PATCH', 'workspace', as, { requiresIndependentApprovers });
  const suspend = async ({ memberId }: CastMember, by: Somebody = owner) =>
    await send('POST', `members/${memberId}/suspend`, by);
  const reactivate = async (member: CastMember, by: Somebody = owner) => {
    await send('POST', `members/${member.memberId}/reactivate`, by);
    await signInAgain(t, member);
  };
  const become = async ({ memberId }: CastMember, role: Role, by: Somebody = owner) =>
    await send('PATCH', `members/${memberId}`, by, { role });
  return {
    ...place,
    admin,
    approvals: approvalsOf(t, place),
    invitations: invitationsOf(t, place),
    addedBy,
    approvers,
    require,
    suspend,
    reactivate,
    become,
  };
}
type Company = Awaited<ReturnType<typeof company>>;

const refused = { status: 403, code: 'approver_not_independent' };

describe('spec §5.10: a member whom an accountable person admitted', () => {
  it.each<[how: string, letIn: (place: Company) => Promise<CastMember>]>([
    ['added', async ({ addedBy, admin }) => await addedBy(admin)],
    [
      'invited by mail',
      async ({ invitations, admin, workspaceId }) => {
        const person = await somebody(t);
        const { token } = await invitations.invited(person.email, 'ADMIN', admin);
        const { body } = await invitations.accept(token, person);
        return { ...person, workspaceId, memberId: body.member.id };
      },
    ],
    [
      'invited, where another one sent the mail again',
      async ({ invitations, admin, owner, workspaceId }) => {
        const person = await somebody(t);
        const { id } = await invitations.invited(person.email, 'ADMIN', admin);
        t.clock.advance({ minutes: 1 });
        await invitations.resend(id, owner);
        const { body } = await invitations.accept(await tokenMailedTo(t, person.email), person);
        return { ...person, workspaceId, memberId: body.member.id };
      },
    ],
    [
      'raised to a deciding role',
      async ({ addedBy, become, owner, admin }) => {
        const member = await addedBy(owner, 'DEVELOPER');
        await become(member, 'ADMIN', admin);
        return member;
      },
    ],
    [
      'reactivated',
      async ({ addedBy, suspend, reactivate, owner, admin }) => {
        const member = await addedBy(owner);
        await suspend(member);
        await reactivate(member, admin);
        return member;
      },
    ],
    [
      'let in by somebody whom the person had let in',
      async ({ addedBy, admin }) => await addedBy(await addedBy(admin)),
    ],
    [
      'raised once, lowered since, and raised again by somebody else',
      async ({ addedBy, become, owner, admin }) => {
        const member = await addedBy(owner, 'DEVELOPER');
        await become(member, 'ADMIN', admin);
        await become(member, 'DEVELOPER', owner);
        await become(member, 'ADMIN', owner);
        return member;
      },
    ],
    [
      'let in by somebody whom the person had raised, and who is lowered since',
      async ({ addedBy, become, owner, admin }) => {
        const member = await addedBy(owner, 'DEVELOPER');
        await become(member, 'ADMIN', admin);
        const second = await addedBy(member);
        await become(member, 'DEVELOPER', admin);
        return second;
      },
    ],
  ])('403 approver_not_independent: does not decide while another person could: %s', async (_how, letIn) => {
    const place = await company();
    const second = await letIn(place);
    const asked = await place.approvals.ask(place.admin);

    for (const verb of ['approve', 'reject', 'requestChanges'] as const)
      expect(await place.approvals[verb](asked, second)).toMatchObject(refused);
    const { message } = await place.approvals.approve(asked, second);
    const approved = await place.approvals.approve(asked, place.owner);

    expect(message).toBe(
      'A person accountable for this request admitted you to the workspace or to its deciding roles, so you cannot decide it. 1 other person can.',
    );
    expect(approved.status).toBe(200);
  });

  it('decides if no independent approver could: the decision, the entry and the event say so, and each owner is mailed', async () => {
    const { owner, admin, addedBy, approvals, workspaceId } = await company();
    const partner = await addedBy(owner, 'OWNER', 'Partner');
    const asked = await approvals.ask(owner);

    const { data } = await approvals.approve(asked, admin);

    expect(data['approvalRequest']).toMatchObject({ status: 'EXECUTED' });
    const { body } = await t.rest('GET', `/api/console/approvals/${asked.approvalRequestId}`, { as: owner });
    expect(body.decisions).toMatchObject([{ isIndependent: false, member: { id: admin.memberId } }]);
    const entry = (await entriesOf(t, workspaceId)).find(({ action }) => action === 'approval.approved');
    expect(entry?.changes).toMatchObject({ isIndependent: false });
    const event = (await eventsOf(t, workspaceId)).find(({ type }) => type === 'approval.approved');
    expect(event?.data).toMatchObject({ isIndependent: false });
    for (const { email } of [owner, partner]) {
      const told = (await mailsTo(t, email)).filter(({ subject }) => subject.startsWith('Decided without'));
      expect(told.map(({ subject }) => subject)).toEqual([
        'Decided without an independent approver: Production access for Checkout, revision 1',
      ]);
    }
  });

  it('decides the request of another person: the decision is marked as independent, and no owner is mailed', async () => {
    const { owner, admin, addedBy, approvals, workspaceId } = await company();
    const developer = await addedBy(owner, 'DEVELOPER');
    const asked = await approvals.ask(developer);

    await approvals.approve(asked, admin);

    const event = (await eventsOf(t, workspaceId)).find(({ type }) => type === 'approval.approved');
    expect(event?.data).toMatchObject({ isIndependent: true });
    expect((await mailsTo(t, owner.email)).filter(({ subject }) => subject.startsWith('Decided'))).toEqual(
      [],
    );
  });

  it('does not make the admitting person dependent in turn', async () => {
    const { owner, admin, approvals } = await company();

    const asked = await approvals.ask(admin);

    expect((await approvals.approve(asked, owner)).status).toBe(200);
  });

  it('gets no mail about the request, and no reminder, while others could decide', async () => {
    const { owner, admin, addedBy, approvals } = await company();
    const second = await addedBy(admin);
    await approvals.ask(admin);
    const before = {
      owner: (await mailsTo(t, owner.email)).length,
      second: (await mailsTo(t, second.email)).length,
    };

    t.clock.advance({ hours: 24 * 15 });
    await remindApprovers(t.ports);

    const subjects = (await mailsTo(t, second.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('decision'))).toEqual([]);
    expect((await mailsTo(t, second.email)).length).toBe(before.second);
    expect((await mailsTo(t, owner.email)).length).toBe(before.owner + 1);
  });
});

describe('spec §5.10: a request shows how each approver was admitted', () => {
  it('with the admitting member, the time and the kind, the independence, and whether the approver may decide now', async () => {
    const { owner, admin, addedBy, approvals, approvers, invitations } = await company();
    const second = await addedBy(admin);
    const unproved = await somebody(t);
    const { token } = await invitations.invited(unproved.email, 'ADMIN', owner);
    await invitations.accept(token, unproved);
    const asked = await approvals.ask(admin);

    const { approvers: listed, eligibleApproverCount } = await approvers(asked);

    const at = t.clock.now().toISOString();
    const by = ({ memberId }: CastMember) => ({ id: memberId });
    expect(listed).toEqual(
      expect.arrayContaining([
        {
          member: { id: owner.memberId, admissions: [] },
          isIndependent: true,
          hasProvedAddress: true,
          mayDecideNow: true,
        },
        {
          member: { id: second.memberId, admissions: [{ kind: 'ADDED', by: by(admin), at }] },
          isIndependent: false,
          hasProvedAddress: true,
          mayDecideNow: false,
        },
        // An invitation that was accepted from its mail verifies the address.
        {
          member: { id: expect.any(String), admissions: [{ kind: 'INVITED', by: by(owner), at }] },
          isIndependent: true,
          hasProvedAddress: true,
          mayDecideNow: true,
        },
      ]),
    );
    expect([listed.length, eligibleApproverCount]).toEqual([3, 2]);
  });

  it('over REST, too', async () => {
    const { owner, admin, approvals } = await company();
    const asked = await approvals.ask(admin);

    const { body } = await t.rest('GET', `/api/console/approvals/${asked.approvalRequestId}`, { as: owner });

    expect(body.approvers).toMatchObject([
      { member: { id: owner.memberId }, isIndependent: true, hasProvedAddress: true, mayDecideNow: true },
    ]);
  });
});

describe('spec §5.10: a workspace that requires independent approvers', () => {
  it('refuses a dependent approver even if nobody else could decide, and new requests with the reason: no_eligible_approver', async () => {
    const { owner, admin, approvals, require } = await company();
    const asked = await approvals.ask(owner);
    await require(true);

    const decided = await approvals.approve(asked, admin);
    const again = await approvals.requestFor(await approvals.application(), owner);

    expect(decided).toMatchObject(refused);
    expect(decided.message).toContain(
      'This workspace requires an independent approver. Have one join, and make a new request.',
    );
    expect(again).toMatchObject({ status: 409, code: 'no_eligible_approver' });
    expect(again.message).toContain(
      'This workspace requires independent approvers. Members whom an accountable person admitted: 1.',
    );
  });

  it('admits an independent approver', async () => {
    const { owner, admin, approvals, require } = await company();
    await require(true);

    const asked = await approvals.ask(admin);

    expect((await approvals.approve(asked, owner)).status).toBe(200);
  });

  it('403 rank_too_low: lets only an owner change the requirement', async () => {
    const { owner, admin, require } = await company();

    const tries = [await require(true, admin), await require(true, owner), await require(false, admin)];
    const renamed = await t.rest('PATCH', '/api/console/workspace', { as: admin, body: { name: 'Other' } });

    expect(tries.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'rank_too_low'],
      [200, undefined],
      [403, 'rank_too_low'],
    ]);
    expect(tries[1]?.body).toMatchObject({ requiresIndependentApprovers: true });
    expect(renamed.status).toBe(200);
  });
});

describe('spec §5.10: an approver must have verified their address', () => {
  it('403 address_not_proved: is refused before that, regardless of role', async () => {
    const place = await cast(t, { isProved: false });
    const admin = await place.as('ADMIN');
    const approvals = approvalsOf(t, place);
    const asked = await approvals.ask(await place.as('DEVELOPER'));

    const before = await approvals.approve(asked, place.owner);
    await proveAddresses(t, place.owner);
    const after = await approvals.approve(asked, place.owner);

    expect(before).toMatchObject({ status: 403, code: 'address_not_proved' });
    expect(before.message).toBe(
      'You have not verified your e-mail address, so you cannot decide yet. Ask for a mail with POST /api/auth/verify-email/request, and open the link in it.',
    );
    expect(after.status).toBe(200);
    expect(admin.memberId).not.toBe('');
  });

  it('409 no_eligible_approver: the refusal counts members without a verified address', async () => {
    const place = await cast(t, { isProved: false });
    const approvals = approvalsOf(t, place);
    const developer = await place.as('DEVELOPER');

    const { status, code, message } = await approvals.requestFor(await approvals.application(), developer);

    expect([status, code]).toEqual([409, 'no_eligible_approver']);
    expect(message).toContain('Members who have not verified their e-mail address: 1.');
  });
});

describe('spec §5.10: each refused decision is in the audit log', () => {
  it.each(['approver_not_independent', 'address_not_proved'])('%s', async (code) => {
    const { admin, addedBy, approvals, workspaceId, owner } = await company();
    const second = await addedBy(admin);
    const asked = await approvals.ask(admin);
    const unproved = await somebody(t);
    await join(t, { person: unproved, role: 'ADMIN', by: owner, workspace: workspaceId });
    const later = await approvals.ask(admin);

    await approvals.approve(asked, second);
    await approvals.approve(later, unproved);

    const denied = (await entriesOf(t, workspaceId)).filter(({ outcome }) => outcome === 'DENIED');
    expect(denied.map(({ changes }) => changes)).toContainEqual(expect.objectContaining({ code }));
  });
});
