import { describe, expect, it } from 'vitest';
import { mintSecret } from '../../../schema/values/secret.ts';
import { approvalsOf } from '../../support/approvals.ts';
import { exactly, testApp } from '../../support/app.ts';
import { serviceCredential } from '../../support/instance.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const { ask, approve, suspend, revoke } = approvalsOf(t, everyone);

const verify = async (key: unknown, as: string | undefined = serviceCredential) =>
  await t.rest('POST', '/v1/keys/verify', { as, body: { key } });

async function liveKey() {
  const asked = await ask(developer);
  await approve(asked, admin);
  const { applicationId } = asked;
  const path = `/api/console/applications/${applicationId}/keys`;
  const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };
  const key = await t.rest('POST', path, { as: owner, workspace, body });
  return { applicationId, path: `${path}/${key.body.id}`, keyId: key.body.id, secret: key.body.secret };
}

const noCall = { product: null, version: null, operationId: null, quota: null };
const nothing = {
  message: expect.any(String),
  keyId: null,
  workspaceId: null,
  applicationId: null,
  environment: null,
  scopes: [],
  ...noCall,
};

describe('POST /v1/keys/verify', () => {
  it('200: returns the grants of a live key, and counts its use', async () => {
    const { applicationId, keyId, path, secret } = await liveKey();

    const answer = await verify(secret);

    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(answer.body).toEqual({
      valid: true,
      code: 'valid',
      message: null,
      keyId,
      workspaceId: workspace,
      applicationId,
      environment: 'LIVE',
      scopes: ['read'],
      ...noCall,
    });
    await t.writeKeyUse();
    const read = await t.rest('GET', path, { as: owner, workspace });
    expect(read.body.lastUsedAt).toBe(t.clock.now().toISOString());
  });

  it('200: reports a rotated, suspended or revoked key immediately', async () => {
    const key = await liveKey();
    const rotated = await t.rest('POST', `${key.path}/rotate`, { as: owner, workspace });
    const { secret } = rotated.body;

    const old = await verify(key.secret);
    const fresh = await verify(secret);
    await suspend(key.applicationId, admin);
    const suspended = await verify(secret);
    await revoke(key.applicationId, admin);
    const revoked = await verify(secret);

    expect(old.body).toEqual({ valid: false, code: 'credential_invalid', ...nothing });
    expect(fresh.body).toMatchObject({ valid: true });
    expect(suspended.body).toMatchObject({ valid: false, code: 'production_access_suspended' });
    expect(revoked.body).toMatchObject({ valid: false, code: 'key_revoked', keyId: key.keyId });
  });

  it('200: for a key with a successor, adds Deprecation (RFC 9745) and Sunset (RFC 8594) while both work', async () => {
    const key = await liveKey();
    const before = await verify(key.secret);
    const made = await t.rest('POST', `${key.path}/successor`, {
      as: owner,
      workspace,
      body: { name: 'next', graceHours: 2 },
    });

    const [during, fresh] = [await verify(key.secret), await verify(made.body.secret)];

    const { succeededAt, retiresAt } = (await t.rest('GET', key.path, { as: owner, workspace })).body;
    expect(during.body).toEqual(before.body);
    expect(during.headers).toMatchObject({
      deprecation: `@${Date.parse(succeededAt) / 1000}`,
      sunset: new Date(retiresAt).toUTCString(),
    });
    for (const answer of [before, fresh]) {
      expect(answer.headers).not.toHaveProperty('deprecation');
      expect(answer.headers).not.toHaveProperty('sunset');
    }
  });

  it('200: identifies a sandbox key, and reports any other text as invalid', async () => {
    const { applicationId, keyId, secret } = await applicationWithKey(t, everyone);
    const key = `/api/console/applications/${applicationId}/keys/${keyId}`;

    expect((await verify(secret)).body).toMatchObject({ valid: false, code: 'wrong_environment', keyId });
    await t.rest('POST', `${key}/revoke`, { as: owner, workspace });
    expect((await verify(secret)).body).toMatchObject({ valid: false, code: 'wrong_environment', keyId });
    const unknown = mintSecret('ak_sandbox').text;
    expect((await verify(unknown)).body).toEqual({ valid: false, code: 'wrong_environment', ...nothing });
    for (const text of [mintSecret('ak_live').text, 'ak_live_typo', '', owner.token])
      expect((await verify(text)).body).toEqual({ valid: false, code: 'credential_invalid', ...nothing });
  });

  it.each([
    ['none', undefined, 'credential_missing'],
    ['another', 'not-the-credential', 'credential_invalid'],
    ['a session', owner.token, 'credential_invalid'],
  ])('401: with %s instead of a service credential', async (_name, as, code) => {
    const answer = await t.rest('POST', '/v1/keys/verify', { as, body: { key: 'x' } });

    expect(answer).toMatchObject({ status: 401, body: { code } });
  });

  it.each([
    ['GET', '/api/developer-portal/me', undefined],
    ['GET', '/api/console/members', undefined],
    ['POST', '/graphql', { query: '{ me { person { id } } }' }],
    ['POST', '/v1/sandbox/echo', { message: 'hello' }],
  ] as const)('is the only endpoint for a service credential: 401 at %s %s', async (method, path, body) => {
    expect(await t.rest(method, path, { as: serviceCredential, body })).toMatchObject({ status: 401 });
  });

  it('is closed if the operator has configured no service', async () => {
    const closed = await testApp({ SERVICE_CREDENTIALS: '' });

    const answer = await closed.rest('POST', '/v1/keys/verify', {
      as: serviceCredential,
      body: { key: 'x' },
    });

    expect(answer).toMatchObject({ status: 401, body: { code: 'credential_invalid' } });
  });

  it('429: beyond the limit of the service, which the headers report', async () => {
    const limited = await testApp({ LIMIT_KEY_VERIFICATIONS_PER_SERVICE_PER_MINUTE: '2' }, exactly);
    const verifyOnce = async () =>
      await limited.rest('POST', '/v1/keys/verify', { as: serviceCredential, body: { key: 'x' } });

    const answers = [await verifyOnce(), await verifyOnce(), await verifyOnce()];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[0]?.headers).toMatchObject({
      'ratelimit-policy': '"service";q=2;w=60',
      ratelimit: expect.stringMatching(/^"service";r=1;t=\d+$/),
    });
    expect(answers[2]).toMatchObject({
      body: { code: 'rate_limited' },
      headers: { 'retry-after': expect.anything() },
    });
  });

  it('200: records the network that the key is used from, if the service sends the address', async () => {
    const { applicationId, ...key } = await liveKey();
    const path = `/api/console/applications/${applicationId}/keys/${key.keyId}`;
    const from = async () => {
      await t.writeKeyUse();
      return (await t.rest('GET', path, { as: owner, workspace })).body.lastUsedFrom;
    };
    const send = async (body: object) =>
      (await t.rest('POST', '/v1/keys/verify', { as: serviceCredential, body })).status;

    const asked = await send({ key: key.secret, ip: '203.0.113.77' });
    const told = await from();
    await send({ key: key.secret });

    expect([asked, told, await from()]).toEqual([200, '203.0.113.0/24', null]);
    expect(await send({ key: key.secret, ip: '203.0.113' })).toBe(422);
  });

  it('422: a body of another shape', async () => {
    expect(await verify(7)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/key' }] } });
  });
});
