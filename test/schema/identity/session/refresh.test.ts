import { describe, expect, it } from 'vitest';
import { Session } from '../../../../db/models/session.ts';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { somebody } from '../../../support/people.ts';
import { lastEntryOf } from '../../../support/trail.ts';

const t = await testApp({}, { isChecked: true });

async function refresh(refreshToken: unknown): Promise<Answer> {
  return await t.rest('POST', '/api/auth/refresh', { body: { refreshToken } });
}

async function me(token: string): Promise<Answer> {
  return await t.rest('GET', '/api/developer-portal/me', { as: token });
}

async function sessionOf(personId: string): Promise<Session> {
  return await Session.query(t.ports.database.knex).findOne({ personId }).throwIfNotFound();
}

const refused = { status: 401, body: { code: 'refresh_token_invalid' } };

describe('refreshing a session', () => {
  it('returns a new pair of tokens for the same session', async () => {
    const { refreshToken, personId } = await somebody(t);
    const { id } = await sessionOf(personId);
    t.clock.advance({ minutes: 11 });

    const answer = await refresh(refreshToken);

    expect(answer).toMatchObject({
      status: 200,
      body: { tokenType: 'Bearer', expiresIn: 600, session: { id }, person: { id: personId } },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.refreshToken).not.toBe(refreshToken);
    expect(await me(answer.body.accessToken)).toMatchObject({ status: 200, body: { session: { id } } });
    expect(await lastEntryOf(t, personId)).toMatchObject({
      action: 'session.refreshed',
      targets: [{ type: 'session', id }],
    });
  });

  it('works from pair to pair', async () => {
    const { refreshToken } = await somebody(t);

    const second = await refresh(refreshToken);
    const third = await refresh(second.body.refreshToken);
    const fourth = await refresh(third.body.refreshToken);

    expect(await me(fourth.body.accessToken)).toMatchObject({ status: 200 });
  });

  it('leaves the previous access token valid until it expires', async () => {
    const { token, refreshToken } = await somebody(t);

    await refresh(refreshToken);

    expect(await me(token)).toMatchObject({ status: 200 });
  });

  it('works the same over GraphQL', async () => {
    const { refreshToken } = await somebody(t);
    const trade = async () =>
      await t.graphql(
        'mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { tokenType expiresIn } }',
        { input: { refreshToken } },
      );

    const first = await trade();
    const second = await trade();

    expect(first.body).toEqual({ data: { refreshSession: { tokenType: 'Bearer', expiresIn: 600 } } });
    expect(second.body).toMatchObject({
      data: { refreshSession: null },
      errors: [{ extensions: { code: 'refresh_token_invalid', status: 401 } }],
    });
  });

  it.each([
    ['nothing', ''],
    ['a word', 'token'],
    ['one that was never given out', mintSecret('rt').text],
    ['one with a wrong checksum', `${mintSecret('rt').text.slice(0, -1)}_`],
    ['an API key', mintSecret('ak_sandbox').text],
  ])('returns 401 for %s', async (_what, token) => {
    expect(await refresh(token)).toMatchObject(refused);
  });

  it.each([
    ['none', undefined],
    ['null', null],
    ['a number', 1],
    ['an array', ['rt_']],
    ['a text beyond 1024 characters', 'x'.repeat(1025)],
  ])('returns 422 for %s', async (_what, token) => {
    expect(await refresh(token)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/refreshToken' }] },
    });
  });

  it('returns 401 for an access token', async () => {
    const { token } = await somebody(t);

    expect(await refresh(token)).toMatchObject(refused);
  });
});

describe('using a refresh token twice', () => {
  it('ends the session immediately: both pairs stop working, and the reason is recorded', async () => {
    const { token, refreshToken, personId } = await somebody(t);
    const next = await refresh(refreshToken);

    const again = await refresh(refreshToken);

    expect(again).toMatchObject(refused);
    const session = await sessionOf(personId);
    expect(session).toMatchObject({ revokedAt: t.clock.now(), revokeReason: 'REFRESH_TOKEN_REUSED' });
    const answers = [await me(token), await me(next.body.accessToken), await refresh(next.body.refreshToken)];
    expect(answers.map(({ body }) => body.code)).toEqual([
      'session_invalid',
      'session_invalid',
      'refresh_token_invalid',
    ]);
    expect(await lastEntryOf(t, personId)).toMatchObject({
      action: 'session.reuse_detected',
      targets: [{ type: 'session', id: session.id }],
    });
  });

  it('ends it even long after the first use', async () => {
    const { refreshToken } = await somebody(t);
    const second = await refresh(refreshToken);
    const third = await refresh(second.body.refreshToken);
    t.clock.advance({ hours: 11 });

    await refresh(refreshToken);

    expect(await refresh(third.body.refreshToken)).toMatchObject(refused);
  });

  it('does not affect the person’s other sessions', async () => {
    const { email, password, refreshToken } = await somebody(t);
    const other = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });

    await refresh(refreshToken);
    await refresh(refreshToken);

    expect(await me(other.body.accessToken)).toMatchObject({ status: 200 });
    expect(await refresh(other.body.refreshToken)).toMatchObject({ status: 200 });
  });

  it('gives exactly one pair to simultaneous requests, and ends the session too', async () => {
    for (let round = 0; round < count(200); round += 1) {
      const { token, refreshToken } = await somebody(t);

      const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);

      const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
      expect([won?.status, lost?.status]).toEqual([200, 401]);
      expect(await me(token)).toMatchObject({ status: 401 });
      expect(await refresh(won?.body.refreshToken)).toMatchObject(refused);
    }
  });
});

describe('the life of a session', () => {
  it('ends after 12 hours without a refresh', async () => {
    const { refreshToken } = await somebody(t);
    const { refreshToken: late } = await somebody(t);

    t.clock.advance({ hours: 11, minutes: 59, seconds: 59 });
    const before = await refresh(refreshToken);
    t.clock.advance({ seconds: 1 });
    const after = await refresh(late);

    expect(before.status).toBe(200);
    expect(after).toMatchObject(refused);
  });

  it('is extended by 12 hours with each refresh', async () => {
    const { refreshToken } = await somebody(t);

    t.clock.advance({ hours: 11 });
    const second = await refresh(refreshToken);
    t.clock.advance({ hours: 11 });
    const third = await refresh(second.body.refreshToken);

    expect(third.status).toBe(200);
    expect(third.body.session.idleExpiresAt).toBe(
      new Date(t.clock.now().getTime() + 12 * 3_600_000).toISOString(),
    );
  });

  it('ends after 30 days in any case, with its access token', async () => {
    const { refreshToken, personId } = await somebody(t);
    const { expiresAt } = await sessionOf(personId);
    let pair = await refresh(refreshToken);
    for (let halfDay = 0; halfDay < 65; halfDay += 1) {
      t.clock.advance({ hours: 11 });
      pair = await refresh(pair.body.refreshToken);
    }
    t.clock.set(new Date(expiresAt.getTime() - 1000).toISOString());
    const last = await refresh(pair.body.refreshToken);

    const before = await me(last.body.accessToken);
    t.clock.advance({ seconds: 1 });
    const after = await me(last.body.accessToken);

    expect(last.body.session.expiresAt).toBe(expiresAt.toISOString());
    expect(before.status).toBe(200);
    expect(after).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    expect(await refresh(last.body.refreshToken)).toMatchObject(refused);
  });
});
