import { describe, expect, it } from 'vitest';
import type { Passwords } from '../../../../schema/kernel/ports/passwords.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { somebody, type Somebody } from '../../../support/people.ts';
import { lastEntryOf } from '../../../support/trail.ts';

const t = await testApp();
const newPassword = 'a better horse battery';

async function signIn(email: string, password: string): Promise<Answer> {
  return await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
}

async function change(
  by: { token: string },
  currentPassword: string,
  password = newPassword,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = { currentPassword, newPassword: password };
  return await t.rest('POST', '/api/auth/change-password', { as: by, body, headers });
}

async function me(token: string): Promise<Answer> {
  return await t.rest('GET', '/api/developer-portal/me', { as: token });
}

/** Pauses the next password check, on any instance, after it has run and until `goOn` is called. */
function holdNextCheck(): { checked: Promise<void>; goOn: () => void } {
  const real = t.ports.passwords;
  const use = (passwords: Passwords) =>
    t.instances.forEach(({ ports }) => Object.assign(ports, { passwords }));
  const [checked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  use({
    ...real,
    hash: async (password) => await real.hash(password),
    async verify(hash, password) {
      use(real);
      const answer = await real.verify(hash, password);
      checked.resolve();
      await released.promise;
      return answer;
    },
  });
  return { checked: checked.promise, goOn: released.resolve };
}

describe('changing the password', () => {
  it('makes the new password work and the old one fail', async () => {
    const { email, password, token } = await somebody(t);

    const answer = await change({ token }, password);

    expect(answer).toMatchObject({ status: 200, body: { endedSessionIds: [] } });
    expect((await signIn(email, password)).status).toBe(401);
    expect((await signIn(email, newPassword)).status).toBe(200);
  });

  it('replays its answer for the same Idempotency-Key, though the current password has changed', async () => {
    const person = await somebody(t);
    const headers = { 'idempotency-key': 'once' };

    const first = await change(person, person.password, newPassword, headers);
    const again = await change(person, person.password, newPassword, headers);

    expect(again).toMatchObject({
      status: 200,
      body: first.body,
      headers: { 'idempotent-replayed': 'true' },
    });
    expect((await signIn(person.email, newPassword)).status).toBe(200);
  });

  it('returns 409 while a command with the same Idempotency-Key runs', async () => {
    const person = await somebody(t);
    const headers = { 'idempotency-key': 'twin' };
    const { checked, goOn } = holdNextCheck();
    const first = change(person, person.password, newPassword, headers);
    await checked;

    const twin = await change(person, person.password, newPassword, headers);
    goOn();

    expect(twin).toMatchObject({
      status: 409,
      body: { code: 'idempotency_in_progress' },
      headers: { 'retry-after': '1' },
    });
    expect(await first).toMatchObject({ status: 200 });
    expect(await change(person, person.password, newPassword, headers)).toMatchObject({ status: 200 });
  });

  it('still works after wrong passwords have locked the sign-in', async () => {
    const person = await somebody(t);
    for (let tried = 0; tried < 6; tried += 1) await signIn(person.email, 'wrong');
    const outside = await signIn(person.email, person.password);

    const inside = await change(person, person.password);

    expect(outside).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(inside.status).toBe(200);
  });

  it('ends every other session of the person immediately, and not the current one', async () => {
    const person = await somebody(t);
    const { body: other } = await signIn(person.email, person.password);
    const bystander = await somebody(t);

    const answer = await change(person, person.password);

    expect(answer.body).toEqual({ endedSessionIds: [other.session.id] });
    expect(await me(other.accessToken)).toMatchObject({ status: 401, body: { code: 'session_invalid' } });
    const { refreshToken } = other;
    expect(await t.rest('POST', '/api/auth/refresh', { body: { refreshToken } })).toMatchObject({
      status: 401,
    });
    expect([await me(person.token), await me(bystander.token)]).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
  });

  it('writes an entry without the password', async () => {
    const person = await somebody(t);
    const { body: other } = await signIn(person.email, person.password);

    await change(person, person.password);

    const entry = await lastEntryOf(t, person.personId);
    expect(entry).toMatchObject({
      action: 'person.password_changed',
      outcome: 'SUCCESS',
      targets: [
        { type: 'person', id: person.personId },
        { type: 'session', id: other.session.id },
      ],
      changes: { endedSessionIds: [other.session.id] },
    });
    expect(JSON.stringify(entry)).not.toContain(newPassword);
  });

  it('returns 422 for a wrong current password, and changes nothing', async () => {
    const person = await somebody(t);
    const { body: other } = await signIn(person.email, person.password);

    const answer = await change(person, 'not the password');

    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/currentPassword' }] },
    });
    expect((await signIn(person.email, person.password)).status).toBe(200);
    expect(await me(other.accessToken)).toMatchObject({ status: 200 });
  });

  it.each([
    ['7 characters', '1234567'],
    ['257 characters', 'x'.repeat(257)],
  ])('returns 422 for a new password of %s', async (_what, password) => {
    const person = await somebody(t);

    const answer = await change(person, person.password, password);

    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/newPassword' }] } });
    expect((await signIn(person.email, person.password)).status).toBe(200);
  });

  it('counts wrong current passwords, separately from sign-ins', async () => {
    const person = await somebody(t);

    const wrong = await Promise.all(Array.from({ length: 5 }, async () => await change(person, 'a guess')));
    const right = await change(person, person.password);

    expect(wrong.map(({ status }) => status)).toEqual(Array(5).fill(422));
    expect(right).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect((await signIn(person.email, person.password)).status).toBe(200);
  });

  it('rejects a sign-in that checked the old password just before', async () => {
    const person = await somebody(t);
    const { checked, goOn } = holdNextCheck();

    const late = signIn(person.email, person.password);
    await checked;
    const changed = await change(person, person.password);
    goOn();

    expect(changed.status).toBe(200);
    expect(await late).toMatchObject({ status: 401, body: { code: 'sign_in_failed' } });
  });

  it('accepts one of two changes that checked the same old password', async () => {
    const person = await somebody(t);
    const { checked, goOn } = holdNextCheck();

    const late = change(person, person.password, 'the password that came late');
    await checked;
    const first = await change(person, person.password);
    goOn();

    expect(first.status).toBe(200);
    expect(await late).toMatchObject({ status: 422, body: { errors: [{ pointer: '/currentPassword' }] } });
    expect((await signIn(person.email, newPassword)).status).toBe(200);
  });

  it('ends the sessions that begin during the change', async () => {
    const person: Somebody = await somebody(t);

    const [changed, ...signedIn] = await Promise.all([
      change(person, person.password),
      signIn(person.email, person.password),
      signIn(person.email, person.password),
      signIn(person.email, person.password),
    ]);

    expect(changed.status).toBe(200);
    const tokens = signedIn.filter(({ status }) => status === 200).map(({ body }) => body.accessToken);
    const alive = await Promise.all(tokens.map(async (token) => (await me(token)).status));
    expect(alive).toEqual(tokens.map(() => 401));
  });
});
