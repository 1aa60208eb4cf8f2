import { describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../server/config/config.ts';
import { exactly, testApp, type Answer } from '../support/app.ts';
import { applicationWithKey, cast, somebody } from '../support/people.ts';

const t = await testApp(
  {
    TRUST_PROXY: '127.0.0.1',
    LIMIT_SANDBOX_PER_KEY_PER_MINUTE: '3',
    LIMIT_SANDBOX_PER_APPLICATION_PER_MINUTE: '4',
    LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '8',
    LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '5',
    LIMIT_KEYS_PER_APPLICATION_PER_HOUR: '2',
    LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '7',
    LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '100',
  },
  exactly,
);

const direct = await testApp(
  {
    LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '1',
    LIMIT_SIGN_UPS_PER_IP_PER_HOUR: '2',
  },
  exactly,
);

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);

describe('the limits', () => {
  it('have the documented defaults', () => {
    expect(loadConfig({}).settings.limits).toEqual({
      sandboxPerKeyPerMinute: 120,
      sandboxPerApplicationPerMinute: 600,
      keyVerificationsPerServicePerMinute: 6000,
      mcpPerCredentialPerMinute: 600,
      anonymousPerIpPerMinute: 600,
      consolePerMemberPerMinute: 600,
      consoleWritesPerMemberPerMinute: 60,
      keysPerApplicationPerHour: 20,
      auditVerificationsPerWorkspacePerMinute: 10,
      explorerCallsPerMemberPerMinute: 30,
      livePerKeyPerMinute: 600,
      livePerApplicationPerMinute: 3000,
      receiptVerificationsPerAddressPerMinute: 60,
      failedAuthPerIpPerMinute: 20,
      signInFailuresPerAccount: 5,
      signUpsPerIpPerHour: 1000,
      clientRegistrationsPerIpPerHour: 20,
      clientRegistrationsPerHour: 500,
      socketsPerMember: 20,
      operationsPerSocket: 100,
      operationsPerMember: 100,
      invitationsPerPersonPerHour: 50,
      mailsPerAccountPerHour: 5,
      passwordResetsPerIpPerHour: 100,
      decisionMailsPerSubjectPerHour: 3,
    });
  });
});

describe('a key', () => {
  it('has a limit per minute, as has its application; every answer reports both', async () => {
    const { secret } = await applicationWithKey(t, await cast(t));
    const echo = async () =>
      await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'hi' } });

    const first = await echo();
    const invalid = await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: {} });
    await echo();
    const over = await echo();

    expect(first).toMatchObject({
      status: 200,
      headers: { 'ratelimit-policy': '"key";q=3;w=60, "application";q=4;w=60' },
    });
    expect(first.headers['ratelimit']).toMatch(/^"key";r=2;t=\d+, "application";r=3;t=\d+$/);
    expect(invalid).toMatchObject({ status: 422 });
    expect(invalid.headers['ratelimit']).toMatch(/^"key";r=1;t=\d+, "application";r=2;t=\d+$/);
    expectLimited(over, '"key";r=0');
  });

  it('shares the limit of the application with its other keys', async () => {
    const people = await cast(t);
    const { applicationId, secret } = await applicationWithKey(t, people);
    const sister = await t.rest('POST', `/api/console/applications/${applicationId}/keys`, {
      as: people.owner,
      body: { name: 'sister', environment: 'SANDBOX', scopes: ['write'] },
    });
    const echo = async (as: string) =>
      await t.rest('POST', '/v1/sandbox/echo', { as, body: { message: 'hi' } });

    const answers = [];
    for (const as of [secret, secret, secret]) answers.push(await echo(as));
    answers.push(await echo(sister.body.secret), await echo(sister.body.secret));

    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('a member', () => {
  it('has a limit per minute for all APIs together', async () => {
    const person = await somebody(t);
    const me = async () => await t.rest('GET', '/api/developer-portal/me', { as: person });
    const graphql = async () => await t.graphql('{ me { person { id } } }', {}, { as: person });

    const first = await me();
    for (let sent = 1; sent < 8; sent += 1) await (sent % 2 ? graphql() : me());
    const [overRest, overGraphql] = [await me(), await graphql()];

    expect(first.headers['ratelimit-policy']).toBe('"member";q=8;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"member";r=7;t=\d+$/);
    expect(overRest).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(overGraphql).toMatchObject({
      status: 429,
      body: { errors: [{ extensions: { code: 'rate_limited', status: 429 } }] },
    });
    expect([overRest, overGraphql].map(({ headers }) => headers['ratelimit'])).toEqual(
      Array(2).fill(expect.stringMatching(/^"member";r=0;t=\d+$/)),
    );
    expect(Number(overRest.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(overGraphql.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('has a lower limit for writes, refused ones included, and can still read', async () => {
    const person = await somebody(t);
    const write = async (name: string) =>
      await t.rest('POST', '/api/developer-portal/workspaces', { as: person, body: { name } });

    const first = await write('A');
    for (const name of ['B', 'C', 'D', 'E']) await write(name);
    const over = await write('F');
    const read = await t.rest('GET', '/api/developer-portal/workspaces', { as: person });

    expect(first.headers['ratelimit-policy']).toBe('"member";q=8;w=60, "writes";q=5;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"member";r=7;t=\d+, "writes";r=4;t=\d+$/);
    expectLimited(over, '"writes";r=0');
    expect(read.status).toBe(200);
    expect(read.body.data).toHaveLength(6);
  });
});

describe('an application', () => {
  it('has a limit of new keys per hour', async () => {
    const people = await cast(t);
    const { applicationId } = await applicationWithKey(t, people);
    const create = async (name: string) =>
      await t.rest('POST', `/api/console/applications/${applicationId}/keys`, {
        as: people.owner,
        body: { name, environment: 'SANDBOX', scopes: ['read'] },
      });

    const second = await create('b');
    const third = await create('c');

    expect(second).toMatchObject({ status: 201 });
    expect(second.headers['ratelimit-policy']).toContain('"key-creation";q=2;w=3600');
    expectLimited(third, '"key-creation";r=0');
  });
});

describe('an address', () => {
  it('has a limit of wrong credentials per minute, while valid ones from there still pass', async () => {
    const person = await somebody(t);
    const wrong = async () =>
      await t.rest('GET', '/api/developer-portal/me', { as: 'wrong', ...from('192.0.2.1') });

    const answers = [];
    for (let sent = 0; sent < 8; sent += 1) answers.push(await wrong());
    const right = await t.rest('GET', '/api/developer-portal/me', { as: person, ...from('192.0.2.1') });
    const elsewhere = await t.rest('GET', '/api/developer-portal/me', { as: 'wrong', ...from('192.0.2.2') });
    const missing = await t.rest('GET', '/api/developer-portal/me', from('192.0.2.1'));

    expect(statusesOf(answers)).toEqual([...Array(7).fill(401), 429]);
    expect(answers.at(-1)?.headers['retry-after']).toMatch(/^\d+$/);
    expect(statusesOf([right, elsewhere, missing])).toEqual([200, 401, 401]);
  });

  it('has a limit per minute without a credential, for all APIs together', async () => {
    const rest = async () => await t.rest('GET', '/v1/sandbox/health', from('192.0.2.3'));
    const graphql = async () => await t.graphql('{ sandboxHealth { status } }', {}, from('192.0.2.3'));

    const first = await rest();
    for (let sent = 1; sent < 100; sent += 1) await (sent % 2 ? graphql() : rest());
    const over = [await rest(), await graphql()];
    const elsewhere = await t.rest('GET', '/v1/sandbox/health', from('192.0.2.33'));

    expect(first.headers['ratelimit']).toMatch(/^"address";r=99;t=\d+$/);
    expect(statusesOf(over)).toEqual([429, 429]);
    expect(over[0]?.body).toMatchObject({ code: 'rate_limited' });
    expect(elsewhere.status).toBe(200);
  });

  it('has a limit of sign-ups per hour', async () => {
    const signUp = async (index: number) =>
      await direct.rest('POST', '/api/auth/sign-up', {
        body: {
          email: `crowd-${index}@example.com`,
          password: 'correct horse',
          name: 'A',
          workspaceName: 'B',
        },
      });

    const answers = [];
    for (let made = 0; made < 3; made += 1) answers.push(await signUp(made));

    expect(statusesOf(answers)).toEqual([201, 201, 429]);
    expect(answers.at(-1)).toMatchObject({
      body: { code: 'rate_limited' },
      headers: { 'cache-control': 'no-store' },
    });
    expect(answers.at(-1)?.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('is taken from the header of a trusted proxy only', async () => {
    const untrusting = await direct.rest('GET', '/api/developer-portal/me', {
      as: 'wrong',
      ...from('192.0.2.4'),
    });
    const again = await direct.rest('GET', '/api/developer-portal/me', { as: 'wrong', ...from('192.0.2.5') });

    expect(statusesOf([untrusting, again])).toEqual([401, 429]);
  });
});

describe('passwords tried from one address', () => {
  it('count before they are hashed, even if they all arrive at the same time', async () => {
    const verify = vi.spyOn(t.ports.passwords, 'verify');
    const signIn = async (index: number) =>
      await t.rest('POST', '/api/auth/sign-in', {
        body: { email: `nobody-${index}@example.com`, password: 'wrong' },
        ...from('203.0.113.1'),
      });

    const answers = await Promise.all(Array.from({ length: 20 }, async (_, index) => await signIn(index)));
    const hashed = verify.mock.calls.length;
    verify.mockRestore();

    expect(statusesOf(answers).filter((status) => status === 401)).toHaveLength(7);
    expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(13);
    expect(hashed).toBe(7);
  });

  it('do not count if they are right', async () => {
    const { email, password } = await somebody(t);
    const signIn = async () =>
      await t.rest('POST', '/api/auth/sign-in', { body: { email, password }, ...from('203.0.113.2') });

    const answers = [];
    for (let index = 0; index < 10; index += 1) answers.push(await signIn());

    expect(statusesOf(answers)).toEqual(Array(10).fill(200));
  });
});

describe('an account', () => {
  it('allows five wrong passwords in a quarter of an hour; then the right one must wait as well', async () => {
    const { email, password } = await somebody(t);
    const signIn = async (given: string, address: string) =>
      await t.rest('POST', '/api/auth/sign-in', { body: { email, password: given }, ...from(address) });

    const answers = [];
    for (let tried = 0; tried < 5; tried += 1) answers.push(await signIn('wrong', `198.51.100.${tried}`));
    const right = await signIn(password, '198.51.100.9');

    expect(statusesOf(answers)).toEqual(Array(5).fill(401));
    expect(right).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
  });

  it('is not locked by an address that is itself limited: the right password from elsewhere works', async () => {
    const people = [await somebody(t), await somebody(t), await somebody(t)];
    const signIn = async (email: string, password: string, address: string) =>
      await t.rest('POST', '/api/auth/sign-in', { body: { email, password }, ...from(address) });

    // The address has seven attempts: five for the first account, and two for the second.
    const tried = [];
    for (const { email } of people)
      for (let times = 0; times < 5; times += 1) tried.push(await signIn(email, 'wrong', '198.51.100.77'));
    const right = [];
    for (const { email, password } of people.slice(1))
      right.push(await signIn(email, password, '198.51.100.78'));

    expect(statusesOf(tried)).toEqual([...Array(7).fill(401), ...Array(8).fill(429)]);
    expect(tried.slice(7).map(({ body }) => body.code)).toEqual(Array(8).fill('rate_limited'));
    expect(statusesOf(right)).toEqual([200, 200]);
  });
});

function expectLimited(answer: Answer, state: string): void {
  expect(answer).toMatchObject({
    status: 429,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    body: { code: 'rate_limited', status: 429, requestId: answer.headers['x-request-id'] },
  });
  expect(answer.headers['ratelimit']).toContain(state);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(answer.body.message).toMatch(
    /^More than \d+ requests in \d+ seconds\. Wait \d+ seconds and try again\.$/,
  );
}
