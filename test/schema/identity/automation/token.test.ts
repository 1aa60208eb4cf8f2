import { createHmac } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { AutomationAssertion } from '../../../../db/models/automation-assertion.ts';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { forgetAssertions } from '../../../../server/jobs/forget.ts';
import { exactly, testApp } from '../../../support/app.ts';
import {
  asserting,
  assertionBy,
  automationOf,
  credentialFor,
  keyPair,
  tokenBy,
} from '../../../support/automations.ts';
import { cast } from '../../../support/people.ts';
import { entriesOf, lastEntryOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const everyone = await cast(t);
const { owner, workspaceId } = everyone;
const robot = await automationOf(t, everyone);
const pair = await keyPair();
const withKey = { automationId: robot.automationId, workspace: workspaceId, by: owner };
const { credentialId } = await credentialFor(t, withKey, { publicKey: pair.publicJwk });

beforeEach(() => t.clock.set('2026-11-20T09:00:00.000Z'));

const ask = async (body: unknown) => await t.rest('POST', '/api/auth/automation/token', { body });
const assertWith = async (claims: Record<string, unknown>, by = pair) =>
  await ask(asserting(await assertionBy(t, by, credentialId, claims)));
const me = async (as: string) => await t.rest('GET', '/api/developer-portal/me', { as });
const seconds = () => Math.floor(t.clock.now().getTime() / 1000);

describe('POST /api/auth/automation/token', () => {
  it('spec §5.8: returns an access token for one hour, and no refresh token', async () => {
    const { status, body } = await ask({ secret: robot.secret });

    expect(status).toBe(200);
    expect(body).toEqual({ accessToken: expect.any(String), tokenType: 'Bearer', expiresIn: 3600 });
    const { iat = 0, exp = 0, ...claims } = decodeJwt(body.accessToken);
    expect(exp - iat).toBe(3600);
    expect(claims).toMatchObject({
      iss: t.config.baseUrl,
      aud: `${t.config.baseUrl}/api`,
      sub: robot.memberId,
      client_id: robot.credentialId,
    });
    expect(decodeProtectedHeader(body.accessToken)).toMatchObject({ alg: 'ES256', typ: 'automation+jwt' });
  });

  it('writes an audit entry in the workspace, with the automation as the actor', async () => {
    await ask({ secret: robot.secret });

    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      action: 'member.automation.token_issued',
      actor: { kind: 'AUTOMATION', id: robot.memberId, personId: null },
      targets: [{ type: 'automation_credential', id: robot.credentialId }],
    });
  });

  it.each(['ES256', 'EdDSA', 'Ed25519', 'RS256'] as const)(
    'returns one for a client assertion by %s',
    async (alg) => {
      const by = await keyPair(alg);
      const { automationId } = await automationOf(t, everyone);
      const made = await credentialFor(t, { ...withKey, automationId }, { publicKey: by.publicJwk });

      const token = await tokenBy(t, asserting(await assertionBy(t, by, made.credentialId)));

      expect((await me(token)).body.automation.id).toBe(automationId);
    },
  );

  it('spec §5.8: accepts a client assertion once, even if it arrives several times simultaneously', async () => {
    const assertion = asserting(await assertionBy(t, pair, credentialId, { jti: 'mine' }));

    const answers = await Promise.all([ask(assertion), ask(assertion), ask(assertion)]);

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 401, 401,
    ]);
    const again = await assertWith({ jti: 'mine', exp: seconds() + 90 });
    expect(again.body.message).toContain('`jti` was used before');
  });

  it('remembers an assertion for as long as it would be accepted', async () => {
    const exp = seconds() + 60;
    const held = async () => await AutomationAssertion.query(t.ports.database.knex).resultSize();
    await assertWith({ jti: 'remembered', exp });
    t.clock.advance({ seconds: 89 });
    await forgetAssertions(t.ports);
    const late = await assertWith({ jti: 'remembered', exp });
    t.clock.advance({ hours: 2 });
    await forgetAssertions(t.ports);

    expect(late.body.message).toContain('was used before');
    expect(await held()).toBe(0);
    expect((await assertWith({ jti: 'remembered', exp })).body.message).toContain('has expired');
  });

  // oxfmt-ignore
  const wrongClaims: [name: string, claims: () => Record<string, unknown>][] = [
    ['no exp',                    () => ({ exp: undefined })],
    ['an exp in the past',        () => ({ exp: seconds() - 60 })],
    ['an exp in six minutes',     () => ({ exp: seconds() + 360 })],
    ['an exp that is a text',     () => ({ exp: String(seconds() + 60) })],
    ['an nbf in the future',      () => ({ nbf: seconds() + 120 })],
    ['no aud',                    () => ({ aud: undefined })],
    ['the aud of our API',        () => ({ aud: 'http://localhost:4000/api' })],
    ['our origin as aud',         () => ({ aud: 'http://localhost:4000' })],
    ['the aud of others too',     () => ({ aud: ['http://localhost:4000/api/auth/automation/token', 'https://other.example.com'] })],
    ['no jti',                    () => ({ jti: undefined })],
    ['an empty jti',              () => ({ jti: '' })],
    ['a jti that is a number',    () => ({ jti: 1 })],
    ['a jti of 256 characters',   () => ({ jti: 'j'.repeat(256) })],
    ['another sub',               () => ({ sub: robot.credentialId })],
    ['no sub',                    () => ({ sub: undefined })],
    ['no iss',                    () => ({ iss: undefined })],
    ['the automation as iss',     () => ({ iss: robot.automationId, sub: robot.automationId })],
    ['a credential by secret',    () => ({ iss: robot.credentialId, sub: robot.credentialId })],
    ['an unknown credential',     () => ({ iss: 'acr_01kaf5m2jcexxt5s6f3yq4z8rd', sub: 'acr_01kaf5m2jcexxt5s6f3yq4z8rd' })],
    ['an iss with U+0000',        () => ({ iss: `${credentialId}\0` })],
    ['an iss that is SQL',        () => ({ iss: "' or 1=1 --" })],
  ];

  it.each(wrongClaims)('returns 401 for a client assertion with %s', async (_name, claims) => {
    const { status, body } = await assertWith(claims());

    expect([status, body.code]).toEqual([401, 'sign_in_failed']);
  });

  it('returns 401 with one sentence for any forged assertion, and names an unsupported algorithm', async () => {
    const unknown = await assertWith({ iss: 'acr_01kaf5m2jcexxt5s6f3yq4z8rd' });
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const right = await assertionBy(t, pair, credentialId);
    const [, payload = '', signature = ''] = right.split('.');
    const symmetric = `${encode({ alg: 'HS256' })}.${payload}`;
    const hmac = createHmac('sha256', JSON.stringify(pair.publicJwk)).update(symmetric).digest('base64url');

    const forged = [
      await assertionBy(t, await keyPair('ES256'), credentialId),
      await assertionBy(t, await keyPair('RS256'), credentialId),
      'not.a.token',
      robot.token,
      owner.token,
    ];
    for (const one of forged) {
      const { status, body } = await ask(asserting(one));
      expect([status, body.message]).toEqual([401, unknown.body.message]);
    }
    const others = [
      ['none', `${encode({ alg: 'none' })}.${payload}.`],
      ['none', `${encode({ alg: 'none' })}.${payload}.${signature}`],
      ['HS256', `${symmetric}.${hmac}`],
      ['PS256', `${encode({ alg: 'PS256' })}.${payload}.${signature}`],
    ] as const;
    for (const [alg, one] of others) {
      const { status, body } = await ask(asserting(one));
      expect([status, body.message]).toEqual([
        401,
        `The client assertion is not valid: its \`alg\` is \`${alg}\`; use ES256, EdDSA, Ed25519, RS256, according to the type of the key.`,
      ]);
    }
  });

  it.each([
    ['a secret that was never given out', () => mintSecret('acs').text],
    ['one with a wrong checksum', () => `${robot.secret.slice(0, -1)}_`],
    ['an API key', () => mintSecret('ak_live').text],
    ['a refresh token', () => owner.refreshToken],
    ['a credential’s id', () => robot.credentialId],
  ])('returns 401 for %s', async (_name, secret) => {
    const { status, body } = await ask({ secret: secret() });

    expect([status, body.code]).toEqual([401, 'sign_in_failed']);
  });

  it.each([
    ['nothing', {}],
    ['an empty secret', { secret: '' }],
    ['both', { secret: 'x', clientAssertion: 'x', clientAssertionType: 'x' }],
    ['an assertion without its type', { clientAssertion: 'x' }],
    ['one of another type', { clientAssertion: 'x', clientAssertionType: 'urn:other' }],
    ['a secret beside a type', { secret: 'x', clientAssertionType: 'x' }],
    ['something unknown', { secret: 'x', refreshToken: 'x' }],
  ])('returns 422 for %s', async (_name, body) => {
    expect((await ask(body)).status).toBe(422);
  });

  it('returns 422 with our field names for a field name of OAuth', async () => {
    expect((await ask({ clientSecret: 'acs_…' })).body.errors).toEqual([
      {
        pointer: '/clientSecret',
        code: 'unknown_field',
        message:
          'is not a field of this object; send `secret`, or `clientAssertionType` and `clientAssertion`',
      },
    ]);
  });

  it('audits refusals: for unknown callers in the platform’s chain, for proven automations in the workspace’s', async () => {
    const { secret, memberId, credentialId: id, automationId } = await automationOf(t, everyone);
    t.clock.advance({ minutes: 2 });
    await ask({ secret: mintSecret('acs').text });
    const path = `/api/console/automations/${automationId}/credentials/${id}/revoke`;
    await t.rest('POST', path, { as: owner, workspace: workspaceId });

    await ask({ secret });

    expect(await lastEntryOf(t, 'platform')).toMatchObject({
      action: 'issueAutomationToken',
      outcome: 'DENIED',
      actor: { kind: 'ANONYMOUS' },
      changes: { code: 'sign_in_failed' },
    });
    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      action: 'issueAutomationToken',
      outcome: 'DENIED',
      actor: { kind: 'AUTOMATION', id: memberId },
      changes: { code: 'automation_stopped' },
    });
    expect(JSON.stringify(await entriesOf(t, 'platform'))).not.toContain('acs_');
  });
});

describe('wrong credentials of automations', () => {
  it('count against the IP address, and correct ones do not', async () => {
    const tight = await testApp({ LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '3' }, exactly);
    const { secret } = await automationOf(tight, await cast(tight));
    const send = async (body: object) =>
      (await tight.rest('POST', '/api/auth/automation/token', { body })).status;

    const right = [await send({ secret }), await send({ secret }), await send({ secret })];
    const wrong = [];
    for (let tries = 0; tries < 4; tries += 1) wrong.push(await send({ secret: mintSecret('acs').text }));

    expect(right).toEqual([200, 200, 200]);
    expect(wrong).toEqual([401, 401, 401, 429]);
  });
});

describe('the access token of an automation', () => {
  it('expires after its hour, and the secret gives another one', async () => {
    const token = await tokenBy(t, { secret: robot.secret });
    t.clock.advance({ seconds: 3599 });
    const before = await me(token);
    t.clock.advance({ seconds: 1 });
    const after = await me(token);

    expect([before.status, after.status, after.body.code]).toEqual([200, 401, 'session_expired']);
    expect(after.body.message).toContain('/api/auth/automation/token');
    expect((await me(await tokenBy(t, { secret: robot.secret }))).status).toBe(200);
  });

  it('has an expiry time, at which its subscriptions end', async () => {
    const { body } = await ask({ secret: robot.secret });

    const { expiresAt } = await t.ports.automationTokens.verify(body.accessToken, t.clock.now());

    expect(expiresAt).toEqual(new Date('2026-11-20T10:00:00.000Z'));
  });

  it('is not accepted as a session token, nor the reverse, even with a changed header', async () => {
    const token = await tokenBy(t, { secret: robot.secret });
    const as = (typ: string, of: string) => {
      const [header = '', ...rest] = of.split('.');
      const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
      return [Buffer.from(JSON.stringify({ ...fields, typ })).toString('base64url'), ...rest].join('.');
    };
    const { tokens, automationTokens } = t.ports;
    const now = t.clock.now();

    await expect(tokens.verify(token, now)).rejects.toMatchObject({ code: 'session_invalid' });
    await expect(automationTokens.verify(owner.token, now)).rejects.toMatchObject({
      code: 'session_invalid',
    });
    for (const forged of [as('session+jwt', token), as('automation+jwt', owner.token), as('jwt', token)])
      expect((await me(forged)).body.code).toBe('session_invalid');
  });

  it('names an automation and its own credential; a mixture of two is rejected', async () => {
    const other = await automationOf(t, everyone);
    const now = t.clock.now();
    const mixed = await t.ports.automationTokens.issue(
      { memberId: other.memberId, credentialId: robot.credentialId, credentialVersion: 1, activations: 1 },
      now,
    );
    const unknown = await t.ports.automationTokens.issue(
      { memberId: robot.memberId, credentialId: 'acr_nothing', credentialVersion: 1, activations: 1 },
      now,
    );

    expect((await me(mixed)).body.code).toBe('session_invalid');
    expect((await me(unknown)).body.code).toBe('session_invalid');
  });

  it('is no API key, and its secret is no token; the refusal names the token endpoint', async () => {
    const echo = await t.rest('POST', '/v1/sandbox/echo', { as: robot.token, body: { message: 'hello' } });
    const secret = await me(robot.secret);

    expect(echo.status).toBe(401);
    expect([secret.status, secret.body.message]).toEqual([
      401,
      expect.stringContaining('POST /api/auth/automation/token'),
    ]);
  });
});
