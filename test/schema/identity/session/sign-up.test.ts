import { describe, expect, it } from 'vitest';
import { Person } from '../../../../db/models/person.ts';
import { Workspace } from '../../../../db/models/workspace.ts';
import { testApp } from '../../../support/app.ts';
import { somebody } from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp({}, { passwords: null });
const { knex } = t.ports.database;
const ada = { email: 'ada@example.com', password: 'correct horse', name: 'Ada', workspaceName: 'Engines' };

async function signUp(body: unknown) {
  return await t.rest('POST', '/api/auth/sign-up', { body });
}

describe('signing up', () => {
  it('creates an account with its own workspace and signs in', async () => {
    const answer = await signUp({ ...ada, email: 'Ada.L@Example.com' });

    expect(answer.status).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatchObject({
      accessToken: expect.stringMatching(/^eyJ/),
      refreshToken: expect.stringMatching(/^rt_/),
      tokenType: 'Bearer',
      expiresIn: 600,
      session: { id: expect.stringMatching(/^ses_/), amr: ['pwd'], authTime: '2026-11-20T09:00:00.000Z' },
      person: { name: 'Ada', email: 'Ada.L@Example.com', emailVerified: false },
      workspace: { name: 'Engines', status: 'ACTIVE', rowVersion: 1 },
    });
    const me = await t.rest('GET', '/api/developer-portal/me', { as: answer.body.accessToken });
    expect(me.body).toMatchObject({
      workspace: { id: answer.body.workspace.id },
      member: { role: 'OWNER', kind: 'HUMAN' },
    });
  });

  it('works the same over GraphQL', async () => {
    const answer = await t.graphql(
      `mutation ($input: SignUpInput!) {
        signUp(input: $input) { tokenType expiresIn person { email } workspace { name } }
      }`,
      { input: { ...ada, email: 'graph@example.com' } },
    );

    expect(answer.body).toEqual({
      data: {
        signUp: {
          tokenType: 'Bearer',
          expiresIn: 600,
          person: { email: 'graph@example.com' },
          workspace: { name: 'Engines' },
        },
      },
    });
  });

  it('stores the password as an argon2id hash of at least 19 MiB and two passes', async () => {
    const { personId, password } = await somebody(t);

    const { passwordHash } = await Person.query(knex).findById(personId).throwIfNotFound();

    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(passwordHash).not.toContain(password);
  });

  it('writes entries in the person’s and the workspace’s chain, and the workspace’s first events', async () => {
    const { personId, ownWorkspaceId } = await somebody(t);

    const personal = await entriesOf(t, personId);
    const shared = await entriesOf(t, ownWorkspaceId);
    const events = await eventsOf(t, ownWorkspaceId);

    expect(personal).toMatchObject([
      { action: 'person.signed_up', outcome: 'SUCCESS', actor: { kind: 'PERSON', id: personId, personId } },
    ]);
    expect(shared.map(({ action }) => action)).toEqual(['workspace.created', 'member.joined']);
    expect(events.map(({ type, position }) => [position, type])).toEqual([
      [1, 'workspace.created'],
      [2, 'member.joined'],
    ]);
  });

  it.each(['taken@example.com', 'TAKEN@example.com', 'Taken@EXAMPLE.COM'])(
    'rejects an address that has an account, written as %s',
    async (email) => {
      await signUp({ ...ada, email: 'taken@example.com' });
      const before = await Workspace.query(knex).resultSize();

      const again = await signUp({ ...ada, email });

      expect(again).toMatchObject({ status: 409, body: { code: 'email_taken', status: 409 } });
      expect(await Workspace.query(knex).resultSize()).toBe(before);
    },
  );

  it('creates one account if the same address signs up several times simultaneously', async () => {
    const spellings = ['race@example.com', 'Race@example.com', 'RACE@example.com', 'race@EXAMPLE.com'];

    const answers = await Promise.all([...spellings, ...spellings].map((email) => signUp({ ...ada, email })));

    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([
      201,
      ...Array(7).fill(409),
    ]);
    expect(await Person.query(knex).where({ emailKey: 'race@example.com' }).resultSize()).toBe(1);
  });

  it.each([
    ['no address', { email: undefined }, '/email'],
    ['an address without a domain', { email: 'ada' }, '/email'],
    ['an address with a space before it', { email: ' ada@example.com' }, '/email'],
    ['an address of two lines', { email: 'ada@example.com\nx@example.com' }, '/email'],
    ['an address beyond 254 characters', { email: `${'a'.repeat(243)}@example.com` }, '/email'],
    ['a number for the address', { email: 1 }, '/email'],
    ['no password', { password: undefined }, '/password'],
    ['a password of 7 characters', { password: '1234567' }, '/password'],
    ['a password of 257 characters', { password: 'x'.repeat(257) }, '/password'],
    ['no name', { name: undefined }, '/name'],
    ['a blank name', { name: '   ' }, '/name'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, '/name'],
    ['a name of two lines', { name: 'Ada\nLovelace' }, '/name'],
    ['no workspace name', { workspaceName: undefined }, '/workspaceName'],
    ['a workspace name of 81 characters', { workspaceName: 'x'.repeat(81) }, '/workspaceName'],
    ['a role', { role: 'OWNER' }, '/role'],
    ['a verified address', { emailVerified: true }, '/emailVerified'],
    ['an id', { id: 'per_01kaf5m2jcexxt5s6f3yq4z8rd' }, '/id'],
  ])('returns 422 for %s', async (_what, change, pointer) => {
    const before = await Person.query(knex).resultSize();

    const answer = await signUp({ ...ada, email: 'nobody@example.com', ...change });

    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed', errors: [{ pointer }] } });
    expect(await Person.query(knex).resultSize()).toBe(before);
  });

  it('points at the same field over GraphQL', async () => {
    const answer = await t.graphql(
      'mutation ($input: SignUpInput!) { signUp(input: $input) { accessToken } }',
      { input: { ...ada, password: 'short' } },
    );

    expect(answer.body).toMatchObject({
      data: { signUp: null },
      errors: [
        { extensions: { code: 'validation_failed', status: 422, errors: [{ pointer: '/password' }] } },
      ],
    });
  });

  it.each([
    ['8 characters', '12345678'],
    ['256 characters', 'x'.repeat(256)],
    ['spaces at both ends', '  a b c  '],
    ['letters of other alphabets', 'пароль-密码-🔑'],
  ])('accepts a password of %s unchanged', async (what, password) => {
    const email = `password-${what.replaceAll(' ', '-')}@example.com`;

    const made = await signUp({ ...ada, email, password });
    const right = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    const other = await t.rest('POST', '/api/auth/sign-in', { body: { email, password: `${password} ` } });

    expect([made.status, right.status, other.status]).toEqual([201, 200, 401]);
  });
});
