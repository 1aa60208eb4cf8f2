import { describe, expect, it } from 'vitest';
import { Person } from '../../../../db/models/person.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { invitationsOf, newAddress } from '../../../support/invitations.ts';
import { cast, somebody, type CastMember } from '../../../support/people.ts';
import { eventsOf, lastEntryOf, lastEventOf } from '../../../support/trail.ts';
import { acceptWorld } from './accept.world.ts';

const t = await testApp();
const { owner, workspaceId, another, here, add, changeRole, membersWith, wait } = await acceptWorld(t);
const { knex } = t.ports.database;

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

async function atMember(method: 'DELETE' | 'POST', memberId: string, rest = ''): Promise<Answer> {
  return await t.rest(method, `/api/console/members/${memberId}${rest}`, {
    as: owner,
    workspace: workspaceId,
  });
}
