import { describe, expect, it } from 'vitest';
import { Member } from '../../../../db/models/member.ts';
import { Person } from '../../../../db/models/person.ts';
import { Workspace } from '../../../../db/models/workspace.ts';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { testApp } from '../../../support/app.ts';
import { invitationsOf } from '../../../support/invitations.ts';
import { cast, somebody } from '../../../support/people.ts';
import { entriesOf, eventsOf, lastEntryOf } from '../../../support/trail.ts';
import { acceptWorld } from './accept.world.ts';

const t = await testApp();
const { owner, workspaceId, another, here, moveTo, add, membersWith, wait } = await acceptWorld(t);
const { knex } = t.ports.database;

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
