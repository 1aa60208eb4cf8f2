import { describe, expect, it } from 'vitest';
import { Person } from '../../../../db/models/person.ts';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { exactly, testApp } from '../../../support/app.ts';
import { contentsOf } from '../../../support/contents.ts';
import { newAddress } from '../../../support/invitations.ts';
import { tokenMailedTo } from '../../../support/mail.ts';
import { somebody } from '../../../support/people.ts';
import { eventsOf, lastEntryOf, lastEventOf } from '../../../support/trail.ts';
import { acceptWorld } from './accept.world.ts';

const t = await testApp();
const { workspaceId, here } = await acceptWorld(t);
const { knex } = t.ports.database;

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
