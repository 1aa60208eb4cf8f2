import { describe, expect, it } from 'vitest';
import { mintSecret } from '../../../schema/values/secret.ts';
import { exactly, testApp } from '../../support/app.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

const t = await testApp(
  {
    LIMIT_SANDBOX_PER_KEY_PER_MINUTE: '5',
    LIMIT_SANDBOX_PER_APPLICATION_PER_MINUTE: '8',
    LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '10',
  },
  exactly,
);
const everyone = await cast(t);
const told = /^"key";r=\d+;t=\d+, "application";r=\d+;t=\d+$/;

describe('the limit of sandbox calls', () => {
  it('appears with its remaining requests in every answer, also in one that rejects the payload', async () => {
    const { secret } = await applicationWithKey(t, everyone);

    const answers = [await echo(secret), await echo(secret, {})];

    expect(answers.map(({ status }) => status)).toEqual([200, 422]);
    for (const { headers } of answers) {
      expect(headers['ratelimit-policy']).toBe('"key";q=5;w=60, "application";q=8;w=60');
      expect(headers['ratelimit']).toMatch(told);
    }
    expect(answers.map(({ headers }) => remaining(headers))).toEqual([
      [4, 7],
      [3, 6],
    ]);
  });

  it('per key: 429 with Retry-After, and the other key continues to work', async () => {
    const { applicationId, secret } = await applicationWithKey(t, everyone);
    const other = await anotherKey(applicationId);

    const answers = await times(6, async () => await echo(secret));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    const last = answers[5];
    expect(last?.body).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(last?.headers['ratelimit']).toMatch(/^"key";r=0;t=\d+$/);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await echo(other)).status).toBe(200);
  });

  it('per application: its keys share the limit, and another application is unaffected', async () => {
    const { applicationId, secret } = await applicationWithKey(t, everyone);
    const other = await anotherKey(applicationId);
    const elsewhere = await applicationWithKey(t, everyone);

    const first = await times(5, async () => await echo(secret));
    const second = await times(4, async () => await echo(other));

    expect([...first, ...second].map(({ status }) => status)).toEqual([...Array(8).fill(200), 429]);
    expect((await echo(elsewhere.secret)).status).toBe(200);
  });

  it('does not start again with a new secret', async () => {
    const { applicationId, keyId, secret } = await applicationWithKey(t, everyone);
    await times(5, async () => await echo(secret));
    const path = `/api/console/applications/${applicationId}/keys/${keyId}/rotate`;

    const rotated = await t.rest('POST', path, { as: everyone.owner });

    expect((await echo(rotated.body.secret)).status).toBe(429);
  });
});

describe('failed credentials from one address', () => {
  it('are slowed down, while a valid key from the same address continues to work', async () => {
    const { secret } = await applicationWithKey(t, everyone);

    const failed = await times(12, async () => await echo(mintSecret('ak_sandbox').text));
    const good = await echo(secret);

    expect(failed.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
    expect(failed[11]?.body.code).toBe('rate_limited');
    expect(Number(failed[11]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(good.status).toBe(200);
  });

  it('do not change the answer to a request without a credential', async () => {
    const answer = await t.rest('POST', '/v1/sandbox/echo', { body: { message: 'm' } });

    expect(answer).toMatchObject({ status: 401, body: { code: 'credential_missing' } });
  });
});

async function echo(as: string, body: object = { message: 'm' }) {
  return await t.rest('POST', '/v1/sandbox/echo', { as, body });
}

async function anotherKey(applicationId: string): Promise<string> {
  const body = { name: 'another', environment: 'SANDBOX', scopes: ['write'] };
  const path = `/api/console/applications/${applicationId}/keys`;
  return (await t.rest('POST', path, { as: everyone.owner, body })).body.secret;
}

async function times<T>(total: number, call: () => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  while (answers.length < total) answers.push(await call());
  return answers;
}

function remaining(headers: Record<string, unknown>): number[] {
  return [...String(headers['ratelimit']).matchAll(/r=(\d+)/g)].map(([, left]) => Number(left));
}
