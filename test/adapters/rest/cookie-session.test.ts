import { parseSetCookie } from 'cookie';
import { describe, expect, it } from 'vitest';
import { RefreshToken } from '../../../db/models/refresh-token.ts';
import { testApp } from '../../support/app.ts';
import { somebody, type Founder } from '../../support/people.ts';

const t = await testApp({}, { isChecked: true });
const { baseUrl } = t.config;
const usual = { 'sallyport-session': 'cookie', origin: baseUrl };
const name = 'sallyport-refresh';

interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Record<string, unknown> & { accessToken: string; code: string };
}

/** A browser with one jar of cookies, which several tabs share. */
function browser() {
  let jar: string | null = null;
  const post = async (
    path: string,
    { as, body, headers = usual }: { as?: string; body?: object; headers?: object } = {},
  ) => {
    const isSent = path === '/api/auth/refresh' && jar !== null;
    const answer = (await t.rest('POST', path, {
      ...(as !== undefined && { as }),
      ...(body && { body }),
      headers: { ...headers, ...(isSent && { cookie: `other=1; ${name}=${jar}` }) },
    })) as unknown as Answer;
    const set = answer.headers['set-cookie'];
    return { ...answer, cookie: set === undefined ? null : parseSetCookie(set) };
  };
  type Posted = Awaited<ReturnType<typeof post>>;
  const keep = (answer: Posted): Posted => {
    if (answer.cookie) jar = answer.cookie.maxAge === 0 ? null : (answer.cookie.value ?? null);
    return answer;
  };
  return {
    post: async (...given: Parameters<typeof post>) => keep(await post(...given)),
    /** Loses the answer, as when a page reloads meanwhile. */
    lose: async (...given: Parameters<typeof post>) => await post(...given),
    keep,
    jar: () => jar,
    use: (value: string | null) => void (jar = value),
  };
}

async function signedIn(person?: Founder) {
  const { email, password } = person ?? (await somebody(t));
  const tab = browser();
  const answer = await tab.post('/api/auth/sign-in', { body: { email, password } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { tab, answer };
}

const refresh = '/api/auth/refresh';

describe('a session in a cookie', () => {
  it('begins with a sign-in, whose body has no refresh token', async () => {
    const { answer } = await signedIn();

    expect(answer.body['refreshToken']).toBeUndefined();
    expect(answer.body.accessToken).toMatch(/^ey/);
    expect(answer.cookie).toEqual({
      name,
      value: expect.stringMatching(/^rt_/),
      maxAge: expect.any(Number),
      path: refresh,
      httpOnly: true,
      sameSite: 'strict',
    });
  });

  it('lasts as long as the session, also in the browser', async () => {
    const { answer } = await signedIn();
    const { idleExpiresAt, expiresAt } = answer.body['session'] as Record<string, string>;
    const ends = Math.min(...[idleExpiresAt, expiresAt].map((at) => new Date(String(at)).getTime()));

    expect(answer.cookie?.maxAge).toBe(Math.floor((ends - t.clock.now().getTime()) / 1000));
  });

  it('begins with a sign-up too', async () => {
    const body = {
      email: 'ada@cookie.example',
      password: 'correct horse battery',
      name: 'Ada',
      workspaceName: 'Engines',
    };
    const tab = browser();

    const { status, body: told } = await tab.post('/api/auth/sign-up', { body });

    expect([status, told['refreshToken'], tab.jar()]).toEqual([
      201,
      undefined,
      expect.stringMatching(/^rt_/),
    ]);
  });

  it('goes on by a refresh without a body, and each cookie works once', async () => {
    const { tab } = await signedIn();
    const [first, again] = [tab.jar(), await tab.post(refresh)];
    const third = await tab.post(refresh, { body: {} });

    expect([again.status, third.status]).toEqual([200, 200]);
    expect(again.body['refreshToken']).toBeUndefined();
    expect(tab.jar()).not.toBe(first);
  });

  it('does not exist at a first visit: 204, and no failed attempt', async () => {
    const { status, body, cookie } = await browser().post(refresh);

    expect([status, body, cookie]).toEqual([204, '', null]);
  });

  it('ends by a sign-out, which deletes the cookie', async () => {
    const { tab, answer } = await signedIn();
    const old = tab.jar();

    const out = await tab.post('/api/auth/sign-out', { as: answer.body.accessToken });
    tab.use(old);
    const after = await tab.post(refresh);

    expect([out.status, out.cookie]).toEqual([
      200,
      expect.objectContaining({ value: '', maxAge: 0, path: refresh }),
    ]);
    expect([after.status, after.body.code, after.cookie?.maxAge]).toEqual([401, 'refresh_token_invalid', 0]);
    expect((await tab.post(refresh)).status).toBe(204);
  });

  it('stays after a change of its own password', async () => {
    const person = await somebody(t);
    const { tab, answer } = await signedIn(person);
    const body = { currentPassword: person.password, newPassword: 'a longer horse with a better battery' };

    const changed = await tab.post('/api/auth/change-password', { as: answer.body.accessToken, body });

    expect([changed.status, changed.cookie]).toEqual([200, null]);
    expect((await tab.post(refresh)).status).toBe(200);
  });

  it.each([undefined, 'http://evil.example', 'null', `${baseUrl}.evil.example`])(
    'is only for pages of this server: 403 for the origin %s',
    async (origin) => {
      const person = await somebody(t);
      const { tab } = await signedIn(person);
      const headers = { 'sallyport-session': 'cookie', ...(origin !== undefined && { origin }) };
      const { email, password } = person;

      const refreshed = await tab.post(refresh, { headers });
      const signed = await tab.post('/api/auth/sign-in', { headers, body: { email, password } });

      expect([refreshed.body.code, signed.body.code]).toEqual(['origin_not_allowed', 'origin_not_allowed']);
      expect([refreshed.cookie, signed.cookie]).toEqual([null, null]);
      expect((await tab.post(refresh)).status).toBe(200);
    },
  );

  it('is not used without the header, which no form of another site can send', async () => {
    const { tab } = await signedIn();

    const { status, body } = await tab.post(refresh, { headers: { origin: baseUrl } });

    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect((await tab.post(refresh)).status).toBe(200);
  });

  it('takes no token from the body, and the header has one value', async () => {
    const { tab } = await signedIn();

    const both = await tab.post(refresh, { body: { refreshToken: tab.jar() } });
    const other = await tab.post(refresh, {
      headers: { ...usual, 'sallyport-session': 'body' },
      body: { refreshToken: 'rt_a' },
    });

    expect([both.status, both.body.code]).toEqual([422, 'validation_failed']);
    expect([other.status, other.body.code]).toEqual([422, 'validation_failed']);
    expect((await tab.post(refresh)).status).toBe(200);
  });

  it('leaves clients without the header as they were', async () => {
    const { email, password } = await somebody(t);

    const { body, headers } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });

    expect(body.refreshToken).toMatch(/^rt_/);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('has the prefix __Secure- and Secure over https', async () => {
    const secure = await testApp({ BASE_URL: 'https://sallyport.example.com' }, { isChecked: true });
    const { email, password } = await somebody(secure);
    const headers = { 'sallyport-session': 'cookie', origin: 'https://sallyport.example.com' };

    const signed = await secure.rest('POST', '/api/auth/sign-in', { body: { email, password }, headers });

    expect(parseSetCookie(String(signed.headers['set-cookie']))).toMatchObject({
      name: '__Secure-sallyport-refresh',
      secure: true,
      httpOnly: true,
      sameSite: 'strict',
      path: refresh,
    });
  });
});

describe('tabs that share the cookie', () => {
  it('both go on if they refresh at the same time', async () => {
    const { tab } = await signedIn();
    const other = browser();
    other.use(tab.jar());

    const [first, second] = await Promise.all([tab.post(refresh), other.post(refresh)]);

    expect([first.status, second.status]).toEqual([200, 200]);
  });

  it('go on if the answer was lost, for 20 seconds, and the token of that answer is dead', async () => {
    const { tab } = await signedIn();
    const lost = await tab.lose(refresh);
    t.clock.advance({ seconds: 20 });

    const again = await tab.post(refresh);
    const next = await tab.post(refresh);

    expect([lost.status, again.status, next.status]).toEqual([200, 200, 200]);
    t.clock.advance({ seconds: 21 });
    tab.keep(lost);
    expect((await tab.post(refresh)).body.code).toBe('refresh_token_invalid');
  });

  it('end after 20 seconds, as a stolen token does', async () => {
    const { tab } = await signedIn();
    const lost = await tab.lose(refresh);
    t.clock.advance({ seconds: 21 });

    const again = await tab.post(refresh);
    tab.keep(lost);
    const withLost = await tab.post(refresh);

    expect([again.body.code, withLost.body.code]).toEqual(['refresh_token_invalid', 'refresh_token_invalid']);
  });

  it('end if the successor was used', async () => {
    const { tab } = await signedIn();
    const old = tab.jar();
    await tab.post(refresh);
    await tab.post(refresh);
    const newest = tab.jar();
    tab.use(old);

    const reused = await tab.post(refresh);
    tab.use(newest);

    expect([reused.body.code, (await tab.post(refresh)).body.code]).toEqual([
      'refresh_token_invalid',
      'refresh_token_invalid',
    ]);
  });

  it('have no leeway outside of cookies', async () => {
    const { email, password } = await somebody(t);
    const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    const { refreshToken } = body;

    const answers = [
      await t.rest('POST', refresh, { body: { refreshToken } }),
      await t.rest('POST', refresh, { body: { refreshToken } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  });

  it('leave one unused token', async () => {
    const { tab, answer } = await signedIn();
    await tab.lose(refresh);
    await tab.post(refresh);
    const { id } = answer.body['session'] as { id: string };
    const { knex } = t.instances[0]?.ports.database ?? {};

    const tokens = knex ? await RefreshToken.query(knex).where({ sessionId: id }) : [];

    expect(tokens.map(({ usedAt }) => usedAt === null).filter(Boolean)).toHaveLength(1);
    expect(tokens).toHaveLength(3);
  });
});
