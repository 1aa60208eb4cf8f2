import { exportJWK, generateKeyPair } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { AutomationCredential } from '../../../../db/models/automation-credential.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf, credentialFor, keyPair, tokenBy, type Robot } from '../../../support/automations.ts';
import { contentsOf } from '../../../support/contents.ts';
import { cast, type Cast, type Somebody } from '../../../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;
let everyone: Cast;
let robot: Robot;
beforeEach(async () => {
  everyone = await cast(t);
  robot = await automationOf(t, everyone);
});

const send = async (path: string, body: object = {}, as: Somebody = everyone.owner, headers = {}) =>
  await t.rest('POST', `/api/console/automations/${robot.automationId}/credentials${path}`, {
    as,
    workspace: everyone.workspaceId,
    body,
    headers,
  });
const statusOf = async (as: string) => (await t.rest('GET', '/api/developer-portal/me', { as })).status;
const askWith = async (secret: string) =>
  await t.rest('POST', '/api/auth/automation/token', { body: { secret } });

describe('a credential with a secret', () => {
  it('spec §8: is shown once; the server stores only the digest, the prefix and the last four characters', async () => {
    const { body } = await send('', { name: 'ci', expiresOn: '2027-06-30' });

    expect(body).toMatchObject({ kind: 'SECRET', name: 'ci', expiresOn: '2027-06-30', version: 1 });
    expect(body.secret).toMatch(/^acs_[0-9A-Za-z]{10}_[0-9A-Za-z]{42}$/);
    expect(body.secret).toBe(`acs_${body.prefix}_${body.secret.slice(15, -4)}${body.lastFour}`);
    const { rows } = await knex.raw('select it::text from automation_credential it');
    expect(JSON.stringify(rows)).not.toContain(body.secret.slice(15));
    const list = await t.rest('GET', `/api/console/automations/${robot.automationId}/credentials`, {
      as: everyone.owner,
      workspace: everyone.workspaceId,
    });
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([robot.credentialId, body.id]);
    expect(JSON.stringify(list.body)).not.toMatch(/acs_|digest/);
  });

  it('is not returned again for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };

    const first = await send('', { name: 'ci' }, everyone.owner, headers);
    const again = await send('', { name: 'ci' }, everyone.owner, headers);

    expect(first.body).toMatchObject({ secret: expect.any(String), secretAlreadyReturned: false });
    expect(again.body).toMatchObject({ id: first.body.id, secret: null, secretAlreadyReturned: true });
  });

  it('stops immediately when rotated, along with its access tokens', async () => {
    const { secret, token, credentialId } = robot;

    const { status, body } = await send(`/${credentialId}/rotate`);

    expect([status, body.id, body.version]).toEqual([200, credentialId, 2]);
    expect((await askWith(secret)).body.code).toBe('sign_in_failed');
    const refused = await t.rest('GET', '/api/developer-portal/me', { as: token });
    expect([refused.status, refused.body.code]).toEqual([401, 'automation_stopped']);
    expect(await statusOf(await tokenBy(t, { secret: body.secret }))).toBe(200);
  });

  it('stops permanently when revoked, along with its access tokens', async () => {
    const { secret, token, credentialId } = robot;

    const { status, body } = await send(`/${credentialId}/revoke`, { reason: 'Found in a paste.' });

    expect([status, body.status, body.revokeReason]).toEqual([200, 'REVOKED', 'Found in a paste.']);
    expect(await statusOf(token)).toBe(401);
    const refused = await askWith(secret);
    expect([refused.status, refused.body.code]).toEqual([401, 'automation_stopped']);
    for (const verb of ['rotate', 'revoke'])
      expect((await send(`/${credentialId}/${verb}`)).body.code).toBe('invalid_transition');
  });

  it('gives no access token once expired, and its existing tokens stop', async () => {
    const { credentialId, secret } = await credentialFor(
      t,
      { automationId: robot.automationId, workspace: everyone.workspaceId, by: everyone.owner },
      { expiresOn: '2026-11-21' },
    );
    t.clock.set('2026-11-21T23:59:59.999Z');
    const token = await tokenBy(t, { secret });
    const before = await statusOf(token);
    t.clock.set('2026-11-22T00:00:00.000Z');

    expect([before, await statusOf(token)]).toEqual([200, 401]);
    expect((await askWith(secret)).body.message).toContain('expired on 2026-11-21');
    t.clock.set('2026-11-20T09:00:00.000Z');
    const rotated = async () => (await send(`/${credentialId}/rotate`)).status;
    expect(await rotated()).toBe(200);
  });

  it.each(['2026-11-20', '2027-11-21'])('rejects the expiry date %s', async (expiresOn) => {
    expect((await send('', { name: 'ci', expiresOn })).body.code).toBe('expiry_out_of_range');
  });

  it('is one of at most five, even if they are created at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, async () => await send('', { name: 'ci' })));

    expect(made.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 201, 201, 201, 409, 409,
    ]);
    expect(made.find(({ status }) => status === 409)?.body.code).toBe('limit_reached');
    await send(`/${robot.credentialId}/revoke`);
    expect((await send('', { name: 'ci' })).status).toBe(201);
  });
});

describe('a credential with a public key', () => {
  it.each([
    ['ES256', 'ES256'],
    ['EdDSA', 'EdDSA'],
    ['Ed25519', 'EdDSA'],
    ['RS256', 'RS256'],
  ] as const)('accepts a key for %s, and stores only its public members', async (alg, algorithm) => {
    const { publicJwk } = await keyPair(alg);
    const named = { ...publicJwk, kid: 'mine', use: 'sig', alg };

    const { status, body } = await send('', { name: 'ci', publicKey: named });

    expect([status, body.kind, body.algorithm, body.secret]).toEqual([201, 'PUBLIC_KEY', algorithm, null]);
    const row = await AutomationCredential.query(knex).findById(body.id).throwIfNotFound();
    expect(row.publicJwk).toEqual(publicJwk);
    expect(row.digest).toBeNull();
  });

  it('is rejected with a reason, never stored and never logged if it contains the private key', async () => {
    const { privateKey } = await keyPair();
    const publicKey = await exportJWK(privateKey);
    const before = await contentsOf(t.ports.database);
    t.events.length = 0;
    const query = `mutation ($input: CreateAutomationCredentialInput!) {
      createAutomationCredential(input: $input) { secret } }`;
    const input = { automationId: robot.automationId, name: 'ci', publicKey };

    const created = await send('', { name: 'ci', publicKey });
    const rotated = await send(`/${robot.credentialId}/rotate`, { publicKey });
    const request = { as: everyone.owner, workspace: everyone.workspaceId };
    const asked = await t.graphql(query, { input }, request);

    expect([created.status, rotated.status]).toEqual([422, 422]);
    expect(created.body.message).toContain('contains a private key');
    expect(asked.body.errors[0].extensions).toMatchObject({ code: 'validation_failed' });
    expect(await contentsOf(t.ports.database)).toEqual(before);
    const everything = JSON.stringify([t.events, created.body, rotated.body, asked.body]);
    expect(everything).not.toContain(String(publicKey.d));
  });

  it.each([
    ['a shared key', { kty: 'oct', k: 'c2VjcmV0' }],
    ['a key of P-384', { kty: 'EC', crv: 'P-384', x: 'AQAB', y: 'AQAB' }],
    ['a point off its curve', { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(42) + 'A' }],
    ['padded base64', { kty: 'OKP', crv: 'Ed25519', x: `${'A'.repeat(43)}=` }],
    ['a short key of Ed25519', { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }],
    ['a key of X25519', { kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }],
    ['RSA without numbers', { kty: 'RSA' }],
    ['a number', 1],
    ['a text', 'ssh-ed25519 AAAA'],
    ['a list', []],
    ['nothing', {}],
  ])('rejects %s', async (_name, publicKey) => {
    const { status, body } = await send('', { name: 'ci', publicKey });

    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.errors[0].pointer).toBe('/publicKey');
  });

  it('requires 2048 to 4096 bits and the usual exponent for RSA', async () => {
    const publicKey = await exportJWK((await generateKeyPair('RS256', { extractable: true })).publicKey);
    const cut = { ...publicKey, n: publicKey.n?.slice(0, 300) ?? '' };

    const weak = await send('', { name: 'ci', publicKey: cut });
    const odd = await send('', { name: 'ci', publicKey: { ...publicKey, e: 'Aw' } });
    const other = await send('', { name: 'ci', publicKey: { ...publicKey, alg: 'PS256' } });

    expect(weak.body.message).toContain('it must have 2048 to 4096');
    expect(odd.body.message).toContain('65537');
    expect(other.body.errors[0].message).toBe('has the alg PS256; a key of this type must sign with RS256');
  });

  it('is rotated by another public key, and a secret never by a public key', async () => {
    const { publicJwk } = await keyPair();
    const another = await keyPair();
    const { id } = (await send('', { name: 'ci', publicKey: publicJwk })).body;

    const statuses = [
      await send(`/${id}/rotate`),
      await send(`/${id}/rotate`, { publicKey: publicJwk }),
      await send(`/${robot.credentialId}/rotate`, { publicKey: publicJwk }),
      await send(`/${id}/rotate`, { publicKey: another.publicJwk }),
    ].map(({ status }) => status);

    expect(statuses).toEqual([422, 422, 422, 200]);
  });
});

describe('managing credentials', () => {
  it('requires members:write to create and rotate them, and sessions:revoke to revoke them', async () => {
    const { as } = everyone;
    const security = await as('SECURITY_ADMINISTRATOR');
    const developer = await as('DEVELOPER');

    expect((await send('', { name: 'ci' }, await as('ADMIN'))).status).toBe(201);
    for (const somebody of [security, developer]) {
      expect((await send('', { name: 'ci' }, somebody)).body.permission).toBe('members:write');
      const rotated = await send(`/${robot.credentialId}/rotate`, {}, somebody);
      expect(rotated.body.permission).toBe('members:write');
    }
    const refused = await send(`/${robot.credentialId}/revoke`, {}, developer);
    expect(refused.body.permission).toBe('sessions:revoke');
    expect((await send(`/${robot.credentialId}/revoke`, {}, security)).status).toBe(200);
  });

  it('finds no credential of another automation under this one’s path', async () => {
    const other = await automationOf(t, everyone);

    expect((await send(`/${other.credentialId}/rotate`)).status).toBe(404);
    expect((await send(`/${other.credentialId}/revoke`)).status).toBe(404);
  });
});
