import { afterEach, describe, expect, it, vi } from 'vitest';
import { testApp, type Answer } from '../../../support/app.ts';
import { somebody } from '../../../support/people.ts';
import { entriesOf, lastEntryOf, textOf } from '../../../support/trail.ts';

const t = await testApp({}, { isChecked: true });
const wrong = 'not the password';

async function signIn(email: string, password: string, on = t): Promise<Answer> {
  return await on.rest('POST', '/api/auth/sign-in', { body: { email, password } });
}

async function failTimes(times: number, email: string, on = t): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: times }, async () => await signIn(email, wrong, on)));
}

describe('signing in', () => {
  it('starts another session for the correct password', async () => {
    const { email, password, personId, token } = await somebody(t);

    const answer = await signIn(email, password);

    expect(answer).toMatchObject({
      status: 200,
      body: {
        tokenType: 'Bearer',
        expiresIn: 600,
        person: { id: personId, email },
        session: { amr: ['pwd'] },
      },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    const sessions = await t.rest('GET', '/api/console/sessions', { as: token });
    expect(sessions.body.data).toHaveLength(2);
    expect(await lastEntryOf(t, personId)).toMatchObject({
      action: 'session.created',
      outcome: 'SUCCESS',
      targets: [{ type: 'session', id: answer.body.session.id }],
    });
  });

  it('ignores upper and lower case in the address', async () => {
    const { email, password } = await somebody(t);

    expect(await signIn(email.toUpperCase(), password)).toMatchObject({ status: 200 });
  });

  it('answers the same to an unknown address and a wrong password', async () => {
    const { email } = await somebody(t);

    const known = await signIn(email, wrong);
    const unknown = await signIn('nobody@example.com', wrong);

    expect(known).toMatchObject({ status: 401, body: { code: 'sign_in_failed' } });
    expect(textOf(unknown.body)).toBe(textOf(known.body));
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
    expect(unknown.headers['content-length']).toBe(known.headers['content-length']);
  });

  it('answers the same over GraphQL', async () => {
    const { email } = await somebody(t);
    const attempt = async (input: object) =>
      await t.graphql('mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }', { input });

    const known = await attempt({ email, password: wrong });
    const unknown = await attempt({ email: 'nobody-else@example.com', password: wrong });

    expect(known.body).toMatchObject({
      data: { signIn: null },
      errors: [{ extensions: { code: 'sign_in_failed', status: 401 } }],
    });
    expect([unknown.status, textOf(unknown.body)]).toEqual([known.status, textOf(known.body)]);
  });

  it.each(['a\\u0000@example.com', '\\u0000'])(
    'rejects the address "%s" in a GraphQL string',
    async (email) => {
      const answer = await t.graphql(
        `mutation { signIn(input: { email: "${email}", password: "${wrong}" }) { accessToken } }`,
      );

      expect(answer.body).toMatchObject({
        data: { signIn: null },
        errors: [{ extensions: { code: 'invalid_request' } }],
      });
    },
  );

  it('records a failure in the person’s chain, and the submitted text nowhere', async () => {
    const { email, personId } = await somebody(t);
    const typed = 'my-password-in-the-wrong-field';

    await signIn(email, wrong);
    await signIn(typed, wrong);

    expect(await lastEntryOf(t, personId)).toMatchObject({ action: 'signIn', outcome: 'DENIED' });
    const platform = await entriesOf(t, 'platform');
    expect(platform.at(-1)).toMatchObject({
      outcome: 'DENIED',
      actor: { kind: 'ANONYMOUS', personId: null },
    });
    expect(JSON.stringify(platform)).not.toContain(typed);
    expect(JSON.stringify(t.events)).not.toContain(typed);
  });
});

describe('five wrong passwords within 15 minutes', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('lock the account even for the correct password, with the time to retry in the answer', async () => {
    const { email, password } = await somebody(t);

    const failures = await failTimes(5, email);
    const right = await signIn(email, password);

    expect(failures.map(({ body }) => body.code)).toEqual(Array(5).fill('sign_in_failed'));
    expect(right).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    const seconds = Number(right.headers['retry-after']);
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
  });

  it('lock it for the address in upper and lower case, over REST and GraphQL', async () => {
    const { email, password } = await somebody(t);

    await failTimes(5, email.toUpperCase());
    const rest = await signIn(email, password);
    const graphql = await t.graphql(
      'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }',
      { input: { email, password } },
    );

    expect(rest.status).toBe(429);
    expect(graphql.body.errors).toMatchObject([{ extensions: { code: 'too_many_attempts', status: 429 } }]);
  });

  it('get the same answers for an account that does not exist', async () => {
    const { email } = await somebody(t);

    await failTimes(5, email);
    await failTimes(5, 'ghost@example.com');
    const [known, unknown] = [await signIn(email, wrong), await signIn('ghost@example.com', wrong)];

    expect(unknown.status).toBe(429);
    expect(textOf(unknown.body)).toBe(textOf(known.body));
  });

  it('do not affect other accounts, nor the sessions of this one', async () => {
    const [victim, other] = [await somebody(t), await somebody(t)];

    await failTimes(6, victim.email);

    expect(await signIn(other.email, other.password)).toMatchObject({ status: 200 });
    expect(await t.rest('GET', '/api/developer-portal/me', { as: victim })).toMatchObject({ status: 200 });
  });

  it('are forgotten after a correct one before the fifth', async () => {
    const { email, password } = await somebody(t);

    await failTimes(4, email);
    const first = await signIn(email, password);
    await failTimes(4, email);
    const second = await signIn(email, password);

    expect([first.status, second.status]).toEqual([200, 200]);
  });

  it('are counted before they are checked, so that of many simultaneous guesses five are checked', async () => {
    const { email, password, personId } = await somebody(t);

    const guesses = await failTimes(20, email);
    const right = await signIn(email, password);

    const codes = guesses.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'sign_in_failed')).toHaveLength(5);
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(15);
    expect(right.status).toBe(429);
    const entries = await entriesOf(t, personId);
    expect(entries.map(({ changes }) => changes?.['code'])).toContain('too_many_attempts');
  });

  it('are forgotten 15 minutes after the first', async () => {
    // With several instances, the counts expire by the clock of Redis.
    const one = await testApp({}, { instances: 1 });
    const { email, password } = await somebody(one);
    await failTimes(5, email, one);
    const now = Date.now();

    vi.useFakeTimers({ toFake: ['Date'], now: now + 14 * 60_000 });
    const before = await signIn(email, password, one);
    vi.setSystemTime(now + 15 * 60_000 + 1);
    const after = await signIn(email, password, one);

    expect([before.status, after.status]).toEqual([429, 200]);
  });
});
