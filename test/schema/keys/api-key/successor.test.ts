import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';

const t = await testApp(
  { ACCESS_TOKEN_TTL_SECONDS: '3600', SESSION_IDLE_HOURS: '8760' },
  { isChecked: true },
);
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const start = '2026-11-20T09:00:00.000Z';

async function signedIn() {
  const { email, password } = owner;
  return (await t.rest('POST', '/api/auth/sign-in', { body: { email, password } })).body
    .accessToken as string;
}

async function key() {
  const made = await applicationWithKey(t, everyone);
  return { ...made, path: `/api/console/applications/${made.applicationId}/keys/${made.keyId}` };
}

async function succeed(path: string, body: object = {}, as: string = owner.token) {
  return await t.rest('POST', `${path}/successor`, { as, workspace, body: { name: 'next', ...body } });
}

const echo = async (secret: string) =>
  await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'hi' } });
const read = async (path: string, as: string = owner.token) =>
  (await t.rest('GET', path, { as, workspace })).body;

describe('a successor', () => {
  it('has the scopes and the expiry date of the key, its own secret, and the id of the key it replaces', async () => {
    const old = await key();

    const answer = await succeed(old.path);

    expect(answer).toMatchObject({
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: { name: 'next', scopes: ['read', 'write'], expiresOn: null, successorOf: old.keyId, version: 1 },
    });
    expect(answer.body.secret).not.toBe(old.secret);
    expect(await read(old.path)).toMatchObject({
      status: 'ACTIVE',
      succeededAt: start,
      retiresAt: '2026-11-21T09:00:00.000Z',
    });
  });

  it.each([
    [undefined, 24],
    [1, 1],
    [168, 168],
  ])(
    'with %s hours of grace works beside the old key for %s hours, and then alone',
    async (graceHours, hours) => {
      const old = await key();
      const { body } = await succeed(old.path, graceHours === undefined ? {} : { graceHours });

      t.clock.set(new Date(Date.parse(start) + hours * 3_600_000 - 1).toISOString());
      const during = [await echo(old.secret), await echo(body.secret)];
      t.clock.set(new Date(Date.parse(start) + hours * 3_600_000).toISOString());
      const after = [await echo(old.secret), await echo(body.secret)];

      expect(during.map(({ status }) => status)).toEqual([200, 200]);
      expect(after.map(({ status }) => status)).toEqual([401, 200]);
      expect(after[0]?.body).toMatchObject({ code: 'key_expired' });
      expect(after[0]?.body.message).toContain('Use its successor.');
      expect((await read(old.path, await signedIn())).effectiveStatus).toBe('EXPIRED');
      t.clock.set(start);
    },
  );

  it('is announced in the answers to the old key: Deprecation (RFC 9745) and Sunset (RFC 8594)', async () => {
    const old = await key();
    const before = await echo(old.secret);
    const { body } = await succeed(old.path, { graceHours: 2 });

    const during = await echo(old.secret);
    const fresh = await echo(body.secret);

    expect(during.headers).toMatchObject({
      deprecation: `@${Date.parse(start) / 1000}`,
      sunset: 'Fri, 20 Nov 2026 11:00:00 GMT',
    });
    for (const answer of [before, fresh]) expect(answer.headers).not.toHaveProperty('sunset');
  });

  it('does not let the old key outlive its own end', async () => {
    const { applicationId } = await key();
    const keys = `/api/console/applications/${applicationId}/keys`;
    const body = { name: 'short', environment: 'SANDBOX', scopes: ['read'], expiresOn: '2026-11-21' };
    const short = await t.rest('POST', keys, { as: owner, workspace, body });

    await succeed(`${keys}/${short.body.id}`, { graceHours: 168 });

    expect(await read(`${keys}/${short.body.id}`)).toMatchObject({ retiresAt: '2026-11-22T00:00:00.000Z' });
  });

  it('returns 409 key_not_rotatable for a key that has one, or is revoked', async () => {
    const [twice, revoked] = [await key(), await key()];
    await succeed(twice.path);
    await t.rest('POST', `${revoked.path}/revoke`, { as: owner, workspace });

    const answers = [await succeed(twice.path, { name: 'another' }), await succeed(revoked.path)];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([409, 'key_not_rotatable']),
    );
    expect(answers[0]?.body.message).toContain('Use the successor, or revoke it first.');
  });

  it('is created once by two simultaneous requests', async () => {
    const old = await key();

    const answers = await Promise.all([succeed(old.path, { name: 'a' }), succeed(old.path, { name: 'b' })]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('does not count against the limit while both keys work, so that a full application can replace a key', async () => {
    const old = await key();
    const keys = `/api/console/applications/${old.applicationId}/keys`;
    const create = async (name: string) => {
      const body = { name, environment: 'SANDBOX', scopes: ['read'] };
      return (await t.rest('POST', keys, { as: owner, workspace, body })).status;
    };
    for (let i = 1; i < 10; i += 1) await create(`key ${i}`);
    const eleventh = await create('eleventh');

    const { status, body } = await succeed(old.path, { graceHours: 1 });
    const ofTheSuccessor = await succeed(`${keys}/${body.id}`, { name: 'third' });
    const twelfth = await create('twelfth');
    t.clock.advance({ hours: 1 });
    const as = await signedIn();
    const afterwards = await succeed(`${keys}/${body.id}`, { name: 'third' }, as);
    const atLast = await t.rest('POST', keys, {
      as,
      workspace,
      body: { name: 'more', environment: 'SANDBOX', scopes: ['read'] },
    });
    t.clock.set(start);

    expect([status, eleventh, twelfth]).toEqual([201, 409, 409]);
    expect(ofTheSuccessor).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    expect([afterwards.status, atLast.status]).toEqual([201, 409]);
  });

  it('can be revoked and replaced while the old key works, and the old key retires all the same', async () => {
    const old = await key();
    const keys = `/api/console/applications/${old.applicationId}/keys`;
    const first = await succeed(old.path, { graceHours: 2 });
    const tooEarly = await succeed(old.path, { name: 'second' });
    await t.rest('POST', `${keys}/${first.body.id}/revoke`, { as: owner, workspace });
    const retiring = await read(old.path);
    t.clock.advance({ minutes: 5 });

    const second = await succeed(old.path, { name: 'second', graceHours: 2 });

    expect(tooEarly).toMatchObject({ status: 409, body: { code: 'key_not_rotatable' } });
    expect(retiring).toMatchObject({ retiresAt: '2026-11-20T11:00:00.000Z' });
    expect(second).toMatchObject({ status: 201, body: { successorOf: old.keyId } });
    expect(await read(old.path)).toMatchObject({ retiresAt: '2026-11-20T11:05:00.000Z' });
    expect((await echo(second.body.secret)).status).toBe(200);
    t.clock.set(start);
  });

  it.each([0, 169, 1.5])('returns 422 for %s hours of grace', async (graceHours) => {
    const old = await key();

    expect((await succeed(old.path, { graceHours })).status).toBe(422);
  });

  it('returns its secret once, even for a repeated Idempotency-Key', async () => {
    const old = await key();
    const headers = { 'idempotency-key': 'succeed-once' };
    const send = async () =>
      await t.rest('POST', `${old.path}/successor`, {
        as: owner,
        workspace,
        headers,
        body: { name: 'next' },
      });

    const first = await send();
    const again = await send();

    expect(first.body.secret).toMatch(/^ak_sandbox_/);
    expect(again.body).toEqual({ ...first.body, secret: null, secretAlreadyReturned: true });
  });
});

describe('the drain view', () => {
  it('counts the calls of the last 24 hours, and reports when the key is safe to retire', async () => {
    const old = await key();
    const none = await read(old.path);
    for (let i = 0; i < 4; i += 1) await echo(old.secret);
    await t.writeKeyUse();
    t.clock.advance({ hours: 24, seconds: -1 });
    const lastHour = await read(old.path, await signedIn());
    t.clock.advance({ seconds: 1 });
    const drained = await read(old.path, await signedIn());

    const seen = [none, lastHour, drained];
    expect(seen.map(({ callsLast24Hours }) => callsLast24Hours)).toEqual([0, 4, 0]);
    expect(seen.map(({ isSafeToRetire }) => isSafeToRetire)).toEqual([false, false, true]);
    t.clock.set(start);
  });
});
