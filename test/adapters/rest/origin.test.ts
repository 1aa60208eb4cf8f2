import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

const t = await testApp({
  BASE_URL: 'https://platform.example.com',
  SANDBOX_URL: 'https://sandbox.example.com',
});
const people = await cast(t);
const { secret } = await applicationWithKey(t, people);
const on = (host: string) => ({ headers: { host } });
const sandbox = on('sandbox.example.com');
const platform = on('platform.example.com');

describe('the sandbox API on its own origin', () => {
  it('answers on that origin', async () => {
    const health = await t.rest('GET', '/v1/sandbox/health', sandbox);
    const echo = await t.rest('POST', '/v1/sandbox/echo', {
      ...sandbox,
      as: secret,
      body: { message: 'hi' },
    });

    expect(health).toMatchObject({ status: 200, body: { status: 'ok', environment: 'sandbox' } });
    expect(echo).toMatchObject({ status: 200, body: { message: 'hi', accepted: true } });
  });

  it.each(['Sandbox.Example.COM', 'sandbox.example.com:443'])(
    'also answers if the host is written %s',
    async (host) => {
      expect((await t.rest('GET', '/v1/sandbox/health', on(host))).status).toBe(200);
    },
  );

  it.each([
    ['GET', '/v1/sandbox/health'],
    ['POST', '/v1/sandbox/echo'],
    ['POST', '/v1/sandbox/validate'],
  ] as const)('%s %s is a 404 on the platform’s origin, even with a valid key', async (method, path) => {
    const body = method === 'POST' ? { message: 'hi' } : undefined;

    const answer = await t.rest(method, path, { ...platform, as: secret, body });

    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'not_found', requestId: answer.headers['x-request-id'] },
    });
  });

  it('leaves every other path on the platform’s origin', async () => {
    const me = await t.rest('GET', '/api/developer-portal/me', { ...platform, as: people.owner });

    expect(me.status).toBe(200);
  });

  it('serves the description and the health checks on both', async () => {
    const paths = ['/openapi.json', '/healthz', '/readyz'];

    const answers = await Promise.all(
      paths.flatMap((path) => [t.rest('GET', path, sandbox), t.rest('GET', path, platform)]),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('is named in the description, operation by operation', async () => {
    const { body } = await t.rest('GET', '/openapi.json', platform);

    expect(body.paths['/v1/sandbox/echo'].post.servers).toEqual([{ url: 'https://sandbox.example.com' }]);
    expect(body.paths['/api/developer-portal/me'].get.servers).toBeUndefined();
    expect(body.servers).toContainEqual({ url: 'https://platform.example.com' });
  });
});
