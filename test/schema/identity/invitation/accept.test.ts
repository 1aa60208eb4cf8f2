import { beforeEach, describe, expect, it } from 'vitest';
import { Invitation } from '../../../../db/models/invitation.ts';
import { Member } from '../../../../db/models/member.ts';
import { Person } from '../../../../db/models/person.ts';
import { Workspace } from '../../../../db/models/workspace.ts';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { exactly, testApp, type Answer } from '../../../support/app.ts';
import { contentsOf } from '../../../support/contents.ts';
import { invitationsOf, newAddress } from '../../../support/invitations.ts';
import { tokenMailedTo } from '../../../support/mail.ts';
import { cast, signInAgain, somebody, type CastMember, type Somebody } from '../../../support/people.ts';
import { entriesOf, eventsOf, lastEntryOf, lastEventOf } from '../../../support/trail.ts';

const t = await testApp();
const everyone = await cast(t);
const { owner, workspaceId, another } = everyone;
const here = invitationsOf(t, everyone);
const { knex } = t.ports.database;
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((x, y) => x - y);

beforeEach(async () => await moveTo('2026-11-20T09:00:00.000Z'));

async function moveTo(time: string, ...people: Somebody[]): Promise<void> {
  t.clock.set(time);
  await signInAgain(t, owner, ...people);
}

async function add({ personId }: Somebody, role = 'VIEWER'): Promise<Answer> {
  const body = { personId, role };
  return await t.rest('POST', '/api/console/members', { as: owner, workspace: workspaceId, body });
}

/** Sets an ended invitation back to PENDING, to simulate a race with the command that ended it. */
async function wait(id: string): Promise<void> {
  await Invitation.change(knex, id, t.clock.now(), { status: 'PENDING', endedAt: null, reason: null });
}

async function membersWith(personId: string): Promise<Member[]> {
  return await Member.query(knex).where({ workspaceId, personId }).orderBy('id');
}

describe('accepting an invitation', () => {
  it('creates a member who is active from now on', async () => {
    const person = await somebody(t);
    const { id, token } = await here.invited(person.email, 'DEVELOPER');
    const now = '2026-11-23T09:00:00.000Z';
    await moveTo(now, person);

    const answer = await here.accept(token, person);

    expect(answer).toMatchObject({
      status: 200,
      body: {
        member: {
          id: expect.stringMatching(/^mem_/),
          person: { id: person.personId, email: person.email },
          role: 'DEVELOPER',
          kind: 'HUMAN',
          status: 'ACTIVE',
          joinedAt: now,
          activeSince: now,
          roleSince: now,
        },
        workspace: { id: workspaceId, name: 'Owner’s workspace' },
      },
    });
    const me = await t.rest('GET', '/api/developer-portal/me', { as: person, workspace: workspaceId });
    expect(me.body).toMatchObject({
      member: { id: answer.body.member.id, role: 'DEVELOPER' },
      person: { emailVerified: true },
    });
    expect((await here.read(id)).body).toMatchObject({
      status: 'ACCEPTED',
      member: { id: answer.body.member.id },
      endedAt: now,
    });
    expect(await Member.query(knex).findById(answer.body.member.id)).toMatchObject({
      addedBy: owner.memberId,
    });
  });

  it('writes entries and events in the workspace, and the proof of the address in the person’s chain', async () => {
    const person = await somebody(t);
    const { id, email, token } = await here.invited(person.email);

    const { body } = await here.accept(token, person);

    const actor = { kind: 'MEMBER', id: body.member.id, personId: person.personId };
    expect((await eventsOf(t, workspaceId)).slice(-2)).toMatchObject([
      {
        type: 'invitation.accepted',
        actor,
        resource: { id },
        data: { email, status: 'ACCEPTED', memberId: body.member.id },
      },
      { type: 'member.joined', actor, resource: { id: body.member.id }, data: { personId: person.personId } },
    ]);
    expect((await entriesOf(t, workspaceId)).slice(-2)).toMatchObject([
      { action: 'invitation.accepted', actor },
      { action: 'member.joined', actor },
    ]);
    expect(await lastEntryOf(t, person.personId)).toMatchObject({ action: 'person.email_verified' });
  });

  it('works over GraphQL', async () => {
    const person = await somebody(t);
    const { token } = await here.invited(person.email);

    const { body } = await t.graphql(
      `mutation ($input: AcceptInvitationInput!) {
        acceptInvitation(input: $input) { member { role person { emailVerified } } workspace { id } }
      }`,
      { input: { token } },
      { as: person },
    );

    expect(body).toEqual({
      data: {
        acceptInvitation: {
          member: { role: 'VIEWER', person: { emailVerified: true } },
          workspace: { id: workspaceId },
        },
      },
    });
  });

  it('ignores upper and lower case in the address', async () => {
    const person = await somebody(t);
    const { email, token } = await here.invited(person.email.toUpperCase());

    expect(email).not.toBe(person.email);
    expect(await here.accept(token, person)).toMatchObject({ status: 200 });
  });

  it('returns 403 to a person with another address, even a verified one', async () => {
    const [person, other] = [await somebody(t), await somebody(t)];
    await Person.change(knex, other.personId, t.clock.now(), { emailVerifiedAt: t.clock.now() });
    const { id, token } = await here.invited(person.email);

    const answer = await here.accept(token, other);

    expect(answer).toMatchObject({ status: 403, body: { code: 'invitation_email_mismatch' } });
    expect((await here.read(id)).body.status).toBe('PENDING');
    expect(await membersWith(other.personId)).toEqual([]);
    expect(await lastEntryOf(t, other.personId)).toMatchObject({
      action: 'acceptInvitation',
      outcome: 'DENIED',
    });
    expect(await here.accept(token, person)).toMatchObject({ status: 200 });
  });

  it('returns 410 after 7 days, whether or not a job has recorded the expiry', async () => {
    const person = await somebody(t);
    const { token } = await here.invited(person.email);
    await moveTo('2026-11-27T09:00:00.000Z', person);

    const answer = await here.accept(token, person);

    expect(answer).toMatchObject({ status: 410, body: { code: 'invitation_expired' } });
    expect(await membersWith(person.personId)).toEqual([]);
  });

  it.each(['already accepted', 'declined'])('returns 409 for one that was %s', async (how) => {
    const person = await somebody(t);
    const { token } = await here.invited(person.email);
    await (how === 'declined' ? here.decline(token) : here.accept(token, person));

    expect(await here.accept(token, person)).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
  });

  it('returns 409 to a person who became a member in the meantime', async () => {
    const person = await somebody(t);
    const { id, token } = await here.invited(person.email);
    await add(person);
    await wait(id);

    expect(await here.accept(token, person)).toMatchObject({ status: 409, body: { code: 'already_member' } });
    expect((await here.read(id)).body.status).toBe('PENDING');
  });

  it('makes a removed person a new member', async () => {
    const member = await another('ADMIN');
    await t.rest('DELETE', `/api/console/members/${member.memberId}`, { as: owner, workspace: workspaceId });
    const { token } = await here.invited(member.email);

    const answer = await here.accept(token, member);

    expect(answer).toMatchObject({ status: 200, body: { member: { role: 'VIEWER' } } });
    expect(answer.body.member.id).not.toBe(member.memberId);
  });

  it.each([
    ['made up', mintSecret('tok_invite').text],
    ['of another kind', mintSecret('tok_reset').text],
    ['garbled', 'tok_invite_nonsense'],
    ['empty', ''],
  ])('returns 404 for a token that is %s', async (_what, token) => {
    const person = await somebody(t);

    expect(await here.accept(token, person)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await here.lookUp(token)).toMatchObject({ status: 404 });
    expect(await here.decline(token)).toMatchObject({ status: 404 });
  });

  it('replays its answer for the same Idempotency-Key', async () => {
    const person = await somebody(t);
    const { token } = await here.invited(person.email);
    const headers = { 'idempotency-key': 'accept-once' };

    const first = await here.accept(token, person, headers);
    const again = await here.accept(token, person, headers);

    expect(first.status).toBe(200);
    expect(again).toMatchObject({
      status: 200,
      body: first.body,
      headers: { 'idempotent-replayed': 'true' },
    });
  });

  it('returns 404 in a suspended workspace, as do its lookup and its decline', async () => {
    const host = await cast(t);
    const its = invitationsOf(t, host);
    const person = await somebody(t);
    const { token } = await its.invited(person.email);
    await t.unrecorded(() =>
      Workspace.change(knex, host.workspaceId, t.clock.now(), { status: 'SUSPENDED' }),
    );

    const answers = [await its.accept(token, person), await its.lookUp(token), await its.decline(token)];

    expect(answers.map(({ body }) => body.code)).toEqual(['not_found', 'not_found', 'not_found']);
  });

  it('returns 403 when it is repeated under its Idempotency-Key after a removal', async () => {
    const host = await cast(t);
    const its = invitationsOf(t, host);
    const person = await somebody(t);
    const { token } = await its.invited(person.email);
    const again = async () =>
      await t.rest('POST', '/api/developer-portal/invitations/accept', {
        as: person,
        body: { token },
        headers: { 'idempotency-key': 'join-once' },
      });
    const first = await again();
    const repeated = await again();
    await t.rest('DELETE', `/api/console/members/${first.body.member.id}`, {
      as: host.owner,
      workspace: host.workspaceId,
    });

    expect([first.status, repeated.status]).toEqual([200, 200]);
    expect(await again()).toMatchObject({ status: 403, body: { code: 'workspace_access_denied' } });
  });
});

describe('the acceptance of an invitation whose inviter has changed', () => {
  const ways: [string, string, string, (inviter: CastMember) => Promise<Answer>][] = [
    ['was removed', 'ADMIN', 'VIEWER', async ({ memberId }) => await atMember('DELETE', memberId)],
    [
      'was suspended',
      'ADMIN',
      'VIEWER',
      async ({ memberId }) => await atMember('POST', memberId, '/suspend'),
    ],
    [
      'may invite no more',
      'ADMIN',
      'VIEWER',
      async ({ memberId }) => await changeRole(memberId, 'DEVELOPER'),
    ],
    ['is no owner any more', 'OWNER', 'OWNER', async ({ memberId }) => await changeRole(memberId, 'ADMIN')],
  ];

  it.each(ways)(
    'returns 410 if the inviter %s, and revokes the invitation with the reason',
    async (_what, role, of, lose) => {
      const inviter = await another(role as 'ADMIN');
      const person = await somebody(t);
      const { id, email, token } = await here.invited(person.email, of, inviter);
      await lose(inviter);
      const preview = await here.lookUp(token);

      const answers = [await here.accept(token, person), await here.accept(token, person)];

      expect(preview.body).toMatchObject({ status: 'PENDING', canBeAccepted: false });
      expect(answers).toMatchObject(Array(2).fill({ status: 410, body: { code: 'invitation_revoked' } }));
      expect((await here.read(id)).body).toMatchObject({ status: 'REVOKED', reason: 'inviter_lost_rank' });
      expect(await membersWith(person.personId)).toEqual([]);
      expect(await lastEventOf(t, workspaceId)).toMatchObject({
        type: 'invitation.revoked',
        actor: { kind: 'SYSTEM' },
        data: { email, reason: 'inviter_lost_rank' },
      });
      const { emailVerifiedAt } = await Person.query(knex).findById(person.personId).throwIfNotFound();
      expect(emailVerifiedAt).toBeNull();
    },
  );

  it('returns the same for a sign-up with the invitation, and creates no account', async () => {
    const inviter = await another('ADMIN');
    const { id, email, token } = await here.invited(newAddress(), 'VIEWER', inviter);
    await atMember('DELETE', inviter.memberId);

    const answer = await here.signUp(email, token);

    expect(answer).toMatchObject({ status: 410, body: { code: 'invitation_revoked' } });
    expect((await here.read(id)).body).toMatchObject({ status: 'REVOKED', reason: 'inviter_lost_rank' });
    expect(await Person.query(knex).findOne({ emailKey: email })).toBeUndefined();
  });

  it('succeeds for an invitation as ADMIN if the inviter became ADMIN instead of OWNER', async () => {
    const inviter = await another('OWNER');
    const person = await somebody(t);
    const { token } = await here.invited(person.email, 'ADMIN', inviter);
    await changeRole(inviter.memberId, 'ADMIN');

    expect(await here.accept(token, person)).toMatchObject({ status: 200 });
  });
});

describe('a pending invitation of a person who is added or removed as a member', () => {
  const told = async () =>
    (await eventsOf(t, workspaceId)).slice(-2).map(({ type, data: { reason } }) => [type, reason]);

  it.each(['VIEWER', 'ADMIN'])(
    'ends when the person is added, in place of the invitation as %s',
    async (role) => {
      const person = await somebody(t);
      const { id, token } = await here.invited(person.email, role);

      const { body } = await add(person);

      expect((await here.read(id)).body).toMatchObject({ status: 'REVOKED', reason: 'member_added' });
      expect(await told()).toEqual([
        ['member.joined', undefined],
        ['invitation.revoked', 'member_added'],
      ]);
      expect(await lastEntryOf(t, workspaceId)).toMatchObject({
        action: 'invitation.revoked',
        actor: { id: owner.memberId },
        targets: [{ id }],
        reason: 'member_added',
      });
      await atMember('DELETE', body.id);
      expect((await here.accept(token, person)).body.code).toBe('invitation_revoked');
      expect(await membersWith(person.personId)).toMatchObject([{ status: 'REMOVED' }]);
    },
  );

  it('ends with the membership, if both existed at the same time', async () => {
    const person = await somebody(t);
    const { id } = await here.invited(person.email, 'ADMIN');
    const { body } = await add(person);
    await wait(id);

    await atMember('DELETE', body.id);

    expect((await here.read(id)).body).toMatchObject({ status: 'REVOKED', reason: 'member_removed' });
    expect(await told()).toEqual([
      ['member.removed', undefined],
      ['invitation.revoked', 'member_removed'],
    ]);
  });

  it('returns 410 to a person who was removed after it was sent, even if it is still pending', async () => {
    const person = await somebody(t);
    const { id, token } = await here.invited(person.email, 'ADMIN');
    const { body } = await add(person);
    t.clock.advance({ seconds: 1 });
    await atMember('DELETE', body.id);
    await wait(id);

    const answer = await here.accept(token, person);

    expect(answer).toMatchObject({ status: 410, body: { code: 'invitation_revoked' } });
    expect((await here.read(id)).body).toMatchObject({ status: 'REVOKED', reason: 'member_removed' });
    expect(await membersWith(person.personId)).toMatchObject([{ status: 'REMOVED' }]);
  });

  it('leaves invitations of other people, to other workspaces and at later times valid', async () => {
    const [person, other] = [await somebody(t), await somebody(t)];
    const elsewhere = invitationsOf(t, await cast(t));
    const others = await here.invited(other.email);
    const there = await elsewhere.invited(person.email);
    const { body } = await add(person);
    await atMember('DELETE', body.id);
    t.clock.advance({ seconds: 1 });
    const later = await here.invited(person.email);

    const accepted = [
      await here.accept(others.token, other),
      await elsewhere.accept(there.token, person),
      await here.accept(later.token, person),
    ];

    expect(accepted.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it.each(['add', 'remove'] as const)(
    'ends once if it is accepted during a concurrent %s of the member',
    async (verb) => {
      const person = await somebody(t);
      const { id, token } = await here.invited(person.email);
      const known = verb === 'remove' ? (await add(person)).body.id : null;
      if (known) await wait(id);

      const [accepted, moved] = await Promise.all([
        here.accept(token, person),
        known ? atMember('DELETE', known) : add(person),
      ]);

      const present = (await membersWith(person.personId)).filter(({ status }) => status !== 'REMOVED');
      expect([moved, accepted].filter(({ status }) => status < 300)).toHaveLength(1);
      expect(present).toHaveLength(known ? 0 : 1);
    },
  );
});

describe('simultaneous commands on an invitation', () => {
  it('create one member if several accept', async () => {
    const person = await somebody(t);
    const { token } = await here.invited(person.email);

    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => await here.accept(token, person)),
    );

    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect(await membersWith(person.personId)).toHaveLength(1);
  });

  it('create one account if several sign up', async () => {
    const { email, token } = await here.invited();

    const answers = await Promise.all(Array.from({ length: 3 }, async () => await here.signUp(email, token)));

    expect(statusesOf(answers)).toEqual([201, 409, 409]);
    expect(await Person.query(knex).where({ emailKey: email }).resultSize()).toBe(1);
  });

  it.each(['revoke', 'decline', 'resend'] as const)(
    'let one succeed: an acceptance or a concurrent %s',
    async (verb) => {
      const person = await somebody(t);
      const { id, token } = await here.invited(person.email);
      t.clock.advance({ minutes: 1 });
      const other = {
        revoke: async () => await here.revoke(id),
        decline: async () => await here.decline(token),
        resend: async () => await here.resend(id),
      };

      const [accepted, answer] = await Promise.all([here.accept(token, person), other[verb]()]);

      const isMember = (await membersWith(person.personId)).length === 1;
      const { status } = (await here.read(id)).body;
      expect([accepted.status === 200, answer.status === 200].filter(Boolean)).toHaveLength(1);
      expect(accepted.status === 200).toBe(isMember);
      expect(status === 'ACCEPTED').toBe(isMember);
    },
  );

  it('agree on the result if the inviter loses their role during an acceptance', async () => {
    const inviter = await another('ADMIN');
    const person = await somebody(t);
    const { id, token } = await here.invited(person.email, 'VIEWER', inviter);

    const [accepted] = await Promise.all([
      here.accept(token, person),
      changeRole(inviter.memberId, 'VIEWER'),
    ]);

    const { status } = (await here.read(id)).body;
    expect([accepted.status, status]).toEqual(accepted.status === 200 ? [200, 'ACCEPTED'] : [410, 'REVOKED']);
  });
});

describe('the lookup of an invitation by its token', () => {
  it('returns the purpose of the invitation and whether it can be accepted', async () => {
    const { email, token } = await here.invited(newAddress(), 'ANALYST');

    const answer = await here.lookUp(token);

    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(answer.body).toEqual({
      workspaceName: 'Owner’s workspace',
      email,
      role: 'ANALYST',
      inviterName: 'Owner',
      status: 'PENDING',
      expiresAt: '2026-11-27T09:00:00.000Z',
      canBeAccepted: true,
    });
  });

  it('reports that an expired invitation cannot be accepted', async () => {
    const { token } = await here.invited();
    t.clock.advance({ days: 7 });

    expect((await here.lookUp(token)).body).toMatchObject({ status: 'EXPIRED', canBeAccepted: false });
  });

  it('counts wrong tokens against the IP address', async () => {
    const strict = await testApp({ LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '2' }, exactly);
    const guess = async () =>
      await strict.rest('POST', '/api/auth/invitations/lookup', {
        body: { token: mintSecret('tok_invite').text },
      });

    expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([404, 404, 429]);
  });

  it('spec §5.7: takes no token from a URL', async () => {
    const { token } = await here.invited();

    const answers = [
      await t.rest('GET', `/api/auth/invitations/lookup?token=${token}`),
      await t.rest('GET', `/invitations/${token}`),
      await t.rest('POST', `/api/developer-portal/invitations/${token}/accept`),
    ];

    expect(answers).toMatchObject(Array(3).fill({ status: 400, body: { code: 'credential_in_url' } }));
  });
});

describe('declining an invitation', () => {
  it('requires only the token, writes an event and is permanent', async () => {
    const { id, email, token } = await here.invited();

    const answer = await here.decline(token);

    expect(answer).toMatchObject({ status: 200, body: { email, status: 'DECLINED', canBeAccepted: false } });
    expect(await lastEventOf(t, workspaceId)).toMatchObject({
      type: 'invitation.declined',
      actor: { kind: 'ANONYMOUS', id: null },
      resource: { id },
      data: { email },
    });
    expect([await here.decline(token), await here.signUp(email, token)]).toMatchObject(
      Array(2).fill({ status: 409, body: { code: 'invalid_transition' } }),
    );
  });
});

describe('signing up with an invitation', () => {
  it('creates an account with only that membership and a verified address, and signs in', async () => {
    const { id, email, token } = await here.invited(newAddress(), 'DEVELOPER');

    const answer = await here.signUp(email, token);

    expect(answer).toMatchObject({
      status: 201,
      body: {
        accessToken: expect.stringMatching(/^eyJ/),
        person: { email, name: 'Grace', emailVerified: true },
        workspace: { id: workspaceId },
      },
    });
    const me = await t.rest('GET', '/api/developer-portal/me', { as: answer.body.accessToken });
    expect(me.body).toMatchObject({
      workspace: { id: workspaceId },
      member: { role: 'DEVELOPER' },
      memberships: [{ workspaceId }],
    });
    expect((await here.read(id)).body).toMatchObject({
      status: 'ACCEPTED',
      member: { id: me.body.member.id },
    });
    expect((await eventsOf(t, workspaceId)).slice(-2).map(({ type }) => type)).toEqual([
      'invitation.accepted',
      'member.joined',
    ]);
    expect(await lastEntryOf(t, answer.body.person.id)).toMatchObject({ action: 'person.signed_up' });
  });

  it('returns 403 for another address than the invited one', async () => {
    const { id, token } = await here.invited();
    const before = await Person.query(knex).resultSize();

    const answer = await here.signUp(newAddress(), token);

    expect(answer).toMatchObject({ status: 403, body: { code: 'invitation_email_mismatch' } });
    expect(await Person.query(knex).resultSize()).toBe(before);
    expect((await here.read(id)).body.status).toBe('PENDING');
  });

  it('returns 409 to a person with an account, who can accept after signing in', async () => {
    const person = await somebody(t);
    const { id, token } = await here.invited(person.email);

    const answer = await here.signUp(person.email, token);

    expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect((await here.read(id)).body.status).toBe('PENDING');
    expect(await here.accept(token, person)).toMatchObject({ status: 200 });
  });

  it('returns 410 after 7 days', async () => {
    const { email, token } = await here.invited();
    t.clock.advance({ days: 7 });

    expect(await here.signUp(email, token)).toMatchObject({
      status: 410,
      body: { code: 'invitation_expired' },
    });
  });

  it('returns 404 for a token that is unknown or was replaced', async () => {
    const { id, email, token } = await here.invited();
    t.clock.advance({ minutes: 1 });
    await here.resend(id);

    expect(await here.signUp(email, token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await here.signUp(email, 'tok_invite_none')).toMatchObject({ status: 404 });
    expect(await here.signUp(email, await tokenMailedTo(t, email))).toMatchObject({ status: 201 });
  });

  it.each([
    ['both a token and a workspace name', { workspaceName: 'Engines' }, '/invitationToken'],
    ['neither', { invitationToken: undefined }, '/workspaceName'],
    ['an empty token', { invitationToken: '' }, '/workspaceName'],
  ])('returns 422 for %s', async (_what, more, pointer) => {
    const { email, token } = await here.invited();
    const before = await contentsOf(t.ports.database);

    const rest = await here.signUp(email, token, more);
    const graphql = await t.graphql(
      'mutation ($input: SignUpInput!) { signUp(input: $input) { accessToken } }',
      { input: { email, password: 'correct horse', name: 'Grace', invitationToken: token, ...more } },
    );

    expect(rest).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
    expect(graphql.body.errors[0].extensions).toMatchObject({ status: 422, errors: [{ pointer }] });
    expect(await contentsOf(t.ports.database)).toEqual(before);
  });
});

async function atMember(method: 'DELETE' | 'POST', memberId: string, rest = ''): Promise<Answer> {
  return await t.rest(method, `/api/console/members/${memberId}${rest}`, {
    as: owner,
    workspace: workspaceId,
  });
}

async function changeRole(memberId: string, role: string): Promise<Answer> {
  return await t.rest('PATCH', `/api/console/members/${memberId}`, {
    as: owner,
    workspace: workspaceId,
    body: { role },
  });
}
