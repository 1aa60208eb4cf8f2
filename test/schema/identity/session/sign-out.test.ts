import { describe, expect, it } from 'vitest';
import { testApp, type Answer } from '../../../support/app.ts';
import { somebody, type Somebody } from '../../../support/people.ts';
import { lastEntryOf } from '../../../support/trail.ts';

const t = await testApp();

async function signIn({ email, password }: Somebody): Promise<{ token: string; refreshToken: string }> {
  const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
  return { token: body.accessToken, refreshToken: body.refreshToken };
}

async function me(token: string): Promise<Answer> {
  return await t.rest('GET', '/api/developer-portal/me', { as: token });
}

async function listed(as: { token: string }): Promise<{ id: string; isCurrent: boolean }[]> {
  return (await t.rest('GET', '/api/console/sessions', { as })).body.data;
}

describe('signing out', () => {
  it('ends this session and its refresh token immediately, and no other session', async () => {
    const first = await somebody(t);
    const second = await signIn(first);

    const answer = await t.rest('POST', '/api/auth/sign-out', { as: second });

    expect(answer).toMatchObject({
      status: 200,
      body: { endedSessionIds: [expect.stringMatching(/^ses_/)] },
    });
    expect(await me(second.token)).toMatchObject({ status: 401, body: { code: 'session_invalid' } });
    const refreshToken = second.refreshToken;
    expect(await t.rest('POST', '/api/auth/refresh', { body: { refreshToken } })).toMatchObject({
      status: 401,
      body: { code: 'refresh_token_invalid' },
    });
    expect(await me(first.token)).toMatchObject({ status: 200 });
    expect(await lastEntryOf(t, first.personId)).toMatchObject({
      action: 'session.signed_out',
      targets: [{ type: 'session', id: answer.body.endedSessionIds[0] }],
    });
  });

  it('ends every session of the person on request, and of no other person', async () => {
    const [first, other] = [await somebody(t), await somebody(t)];
    const second = await signIn(first);

    const answer = await t.rest('POST', '/api/auth/sign-out', { as: first, body: { everywhere: true } });

    expect(answer.body.endedSessionIds).toHaveLength(2);
    expect([await me(first.token), await me(second.token)]).toMatchObject([{ status: 401 }, { status: 401 }]);
    expect(await me(other.token)).toMatchObject({ status: 200 });
  });

  it('works the same over GraphQL', async () => {
    const person = await somebody(t);

    const answer = await t.graphql('mutation { signOut(input: {}) { endedSessionIds } }', {}, { as: person });

    expect(answer.body.data.signOut.endedSessionIds).toHaveLength(1);
    expect(await me(person.token)).toMatchObject({ status: 401 });
  });
});

describe('the list of sessions', () => {
  it('shows the caller’s own sessions that have not ended, oldest first, and marks the current one', async () => {
    const first = await somebody(t);
    const [second, third] = [await signIn(first), await signIn(first)];
    await t.rest('POST', '/api/auth/sign-out', { as: second });

    const sessions = await listed(third);

    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    expect(sessions[0]).toMatchObject({
      amr: ['pwd'],
      authTime: '2026-11-20T09:00:00.000Z',
      idleExpiresAt: '2026-11-20T21:00:00.000Z',
      expiresAt: '2026-12-20T09:00:00.000Z',
      ip: '127.0.0.1',
    });
    expect(JSON.stringify(sessions)).not.toMatch(/rt_|eyJ|digest/);
  });

  it('is returned in pages', async () => {
    const first = await somebody(t);
    await signIn(first);
    await signIn(first);
    const ids = (await listed(first)).map(({ id }) => id);

    const one = await t.rest('GET', '/api/console/sessions?limit=2', { as: first });
    const two = await t.rest('GET', `/api/console/sessions?limit=2&cursor=${one.body.page.nextCursor}`, {
      as: first,
    });

    expect([...one.body.data, ...two.body.data].map(({ id }) => id)).toEqual(ids);
    expect([one.body.page.hasMore, two.body.page]).toEqual([true, { nextCursor: null, hasMore: false }]);
  });

  it('omits sessions that were not refreshed in time', async () => {
    const first = await somebody(t);
    t.clock.advance({ hours: 12 });

    const later = await signIn(first);

    expect(await listed(later)).toMatchObject([{ isCurrent: true }]);
  });
});
