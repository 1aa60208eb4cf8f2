import { describe, expect, it } from 'vitest';
import { AuditEntry, AuditHead } from '../../../../db/models/audit.ts';
import { CredentialVersion } from '../../../../db/models/credential-version.ts';
import { refusalOf } from '../../../../schema/values/errors.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { openSecret } from '../../../../schema/connect/vault/open.ts';
import { readParts } from '../../../../schema/connect/vault/secret.ts';
import { announceCredentialExpiry } from '../../../../schema/connect/vault/announce-expiry.ts';
import { testApp } from '../../../support/app.ts';
import { contentsOf } from '../../../support/contents.ts';
import { cast, type Somebody } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp();
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const developer = await everyone.as('DEVELOPER');
const canary = 'ghp_canary0123456789abcdefghijklmnopqrstuv';
const references = '/api/console/connect/credential-references';
/** Returns the given number of secret headers. */
const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-Part-${at}`, 'value']));
let projects = 0;

type Method = 'GET' | 'POST' | 'DELETE';

async function send(method: Method, path: string, body?: unknown, as: Somebody = owner) {
  return await t.rest(method, path, { as, workspace, body });
}

async function newProject(): Promise<string> {
  return (await send('POST', '/api/console/projects', { name: `Project ${(projects += 1)}` })).body.id;
}

const projectId = await newProject();
const bearer = { projectId, provider: 'github', kind: 'BEARER', secret: { token: canary } };
const write = async (more: object = {}, as?: Somebody) =>
  await send('POST', references, { ...bearer, ...more }, as);
const system = () => createSystemContext(t.ports, 'test', workspace);
const open = async (id: string) => await openSecret(system(), id, 'a test');
const head = async () => await AuditHead.query(t.ports.database.knex).findById(workspace).throwIfNotFound();
const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 'done',
    (error: unknown) => refusalOf(error)?.code,
  );

describe('POST /api/console/connect/credential-references', () => {
  it('writes a provider secret to the vault and yields a reference', async () => {
    const answer = await write({ expiresAt: '2027-06-30T00:00:00.000Z' }, developer);

    const { id } = answer.body;
    expect(answer).toMatchObject({
      status: 201,
      body: {
        reference: `vault://${workspace}/${projectId}/${id}`,
        projectId,
        provider: 'github',
        kind: 'BEARER',
        version: 1,
        status: 'ACTIVE',
        vaultId: null,
        expiresAt: '2027-06-30T00:00:00.000Z',
      },
    });
    expect(answer.body.fingerprint).toMatch(/^[0-9a-f]{8}$/);
    expect(await open(id)).toEqual({ kind: 'BEARER', token: canary });
  });

  it.each([
    ['API_KEY', { apiKey: 'key-1' }],
    ['BEARER', { token: 'token-1' }],
    ['BASIC', { username: 'ada', password: 'pass:wörd' }],
    ['OAUTH2_CLIENT', { clientId: 'client', clientSecret: 'sésame' }],
    ['CUSTOM', { headers: { 'X-Api-Key': 'one', 'X-Api-Secret': 'two words' } }],
    ['CUSTOM', { headers: headers(3) }],
    ['CUSTOM', { headers: headers(5) }],
  ])('accepts the parts of the kind: %s', async (kind, secret) => {
    const { status, body } = await write({ kind, secret });

    expect(status).toBe(201);
    expect(await open(body.id)).toEqual({ kind, ...secret });
  });

  it.each([
    ['BEARER', {}, '/secret/token'],
    ['BEARER', { token: '' }, '/secret/token'],
    ['BEARER', { token: `${canary}\r\nx-evil: 1` }, '/secret/token'],
    ['BEARER', { token: canary.repeat(300) }, '/secret/token'],
    ['BEARER', { token: canary, more: canary }, '/secret'],
    ['BEARER', { token: { nested: canary } }, '/secret/token'],
    ['BASIC', { username: `${canary}:x`, password: 'x' }, '/secret/username'],
    ['CUSTOM', { headers: {} }, '/secret/headers'],
    ['CUSTOM', { headers: headers(6) }, '/secret/headers'],
    ['CUSTOM', { headers: { Host: canary } }, '/secret/headers'],
    ['CUSTOM', { headers: { [`bad ${canary}`]: 'x' } }, '/secret/headers'],
    ['BEARER', undefined, '/secret'],
  ])('422: refuses an invalid %s without repeating any of it (%j)', async (kind, secret, pointer) => {
    const before = await t.ports.database.knex('credential_reference').count();

    const answer = await write({ kind, secret });

    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed', errors: [{ pointer }] } });
    expect(JSON.stringify(answer.body)).not.toContain('ghp_canary');
    expect(await t.ports.database.knex('credential_reference').count()).toEqual(before);
  });

  it('accepts one to ten parts with short printable names that do not look like secrets', () => {
    const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'value']));
    const parts = (count: number) => named(...Array.from({ length: count }, (_, at) => `part ${at}`));
    const refused = [named(), parts(11), named(''), named('x'.repeat(201)), named('a\nb'), named(canary)];

    for (const given of [parts(1), parts(10), named('x'.repeat(200))])
      expect(readParts(given)).toEqual({ kind: 'PARTS', parts: given });
    for (const given of refused)
      expect(() => readParts(given)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  it('returns fingerprints that differ between values, and between workspaces', async () => {
    const others = await cast(t);
    const project = await t.rest('POST', '/api/console/projects', {
      as: others.owner,
      workspace: others.workspaceId,
      body: { name: 'Theirs' },
    });
    const theirs = await t.rest('POST', references, {
      as: others.owner,
      workspace: others.workspaceId,
      body: { ...bearer, projectId: project.body.id },
    });
    const [one, two, other] = [await write(), await write(), await write({ secret: { token: 'another' } })];

    expect(one.body.fingerprint).toBe(two.body.fingerprint);
    expect(new Set([one, other, theirs].map(({ body }) => body.fingerprint)).size).toBe(3);
  });

  it('409 invalid_transition: refuses a deleted project', async () => {
    const gone = await newProject();
    await send('DELETE', `/api/console/projects/${gone}`);

    expect(await write({ projectId: gone })).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
  });
});

describe('a credential reference', () => {
  it('uses a new value immediately, and keeps the old one until it is destroyed', async () => {
    const { id } = (await write()).body;

    const added = await send('POST', `${references}/${id}/versions`, { secret: { token: 'second' } });
    const inUse = await send('DELETE', `${references}/${id}/versions/2`);
    const destroyed = await send('DELETE', `${references}/${id}/versions/1`);
    const again = await send('DELETE', `${references}/${id}/versions/1`);
    const read = await send('GET', `${references}/${id}`, undefined, developer);

    expect(added).toMatchObject({ status: 201, body: { version: 2 } });
    expect(await open(id)).toEqual({ kind: 'BEARER', token: 'second' });
    expect(inUse).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect(destroyed.status).toBe(200);
    expect(again).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(read.body.versions).toMatchObject([
      { version: 2, status: 'ACTIVE', destroyedAt: null },
      { version: 1, status: 'DESTROYED', destroyedAt: '2026-11-20T09:00:00.000Z' },
    ]);
  });

  it('no longer opens once it is destroyed, even with a cached data key', async () => {
    const { id } = (await write()).body;
    await open(id);

    const destroyed = await send('DELETE', `${references}/${id}`);

    expect(destroyed.body).toMatchObject({ status: 'DESTROYED' });
    expect(await codeOf(open(id))).toBe('invalid_transition');
    const rows = await CredentialVersion.query(t.ports.database.knex).where({ referenceId: id });
    expect(rows).toMatchObject([{ status: 'DESTROYED', sealedKey: null, sealedSecret: null }]);
    expect((await send('GET', references)).body.data.map((it: { id: string }) => it.id)).not.toContain(id);
    expect((await send('POST', `${references}/${id}/versions`, { secret: { token: 'x' } })).status).toBe(409);
  });

  it('prevents the deletion of its project', async () => {
    const project = await newProject();
    const { id } = (await write({ projectId: project })).body;

    const refused = await send('DELETE', `/api/console/projects/${project}`);
    await send('DELETE', `${references}/${id}`);
    const deleted = await send('DELETE', `/api/console/projects/${project}`);

    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect(refused.body.message).toContain('1 credential reference');
    expect(deleted.status).toBe(200);
  });

  it('has at most ten values that are not destroyed', async () => {
    const { id } = (await write()).body;
    for (let i = 0; i < 9; i++)
      await send('POST', `${references}/${id}/versions`, { secret: { token: `${i}` } });

    expect(await send('POST', `${references}/${id}/versions`, { secret: { token: 'x' } })).toMatchObject({
      status: 409,
      body: { code: 'limit_reached' },
    });
  });

  it('emits events 30, 7 and 1 days before its expiry, and at its expiry', async () => {
    const { id } = (await write({ expiresAt: '2026-12-25T00:00:00.000Z' })).body;
    t.clock.set('2026-11-25T00:00:00.000Z');
    await announceCredentialExpiry(t.ports);
    await announceCredentialExpiry(t.ports);
    t.clock.set('2026-12-24T12:00:00.000Z');
    await announceCredentialExpiry(t.ports);
    t.clock.set('2026-12-25T00:00:01.000Z');
    await announceCredentialExpiry(t.ports);
    await announceCredentialExpiry(t.ports);
    t.clock.set('2026-11-20T09:00:00.000Z');

    const told = (await eventsOf(t, workspace)).filter(({ resource }) => resource.id === id);
    expect(told.slice(1).map(({ type, data }) => [type, data['daysLeft']])).toEqual([
      ['credential_reference.expiring', 30],
      ['credential_reference.expiring', 1],
      ['credential_reference.expired', undefined],
    ]);
  });
});

describe('opening a secret', () => {
  it('is committed to the audit log before the secret is available, with actor and purpose', async () => {
    const { id } = (await write()).body;

    await open(id);

    const [entry] = await AuditEntry.query(t.ports.database.knex)
      .where({ action: 'secret.opened' })
      .orderBy('seq', 'desc');
    expect(entry).toMatchObject({
      chain: workspace,
      actor: { kind: 'SYSTEM', id: 'test' },
      targets: [{ type: 'credential_reference', id }],
      changes: { version: 1, purpose: 'a test' },
    });
  });

  it('fails if the audit entry cannot be written', async () => {
    const { id } = (await write()).body;
    const broken = { ...system(), openings: { note: async () => await Promise.reject(new Error('full')) } };

    await expect(openSecret(broken, id, 'a test')).rejects.toThrow('full');
  });

  it('many times concurrently takes few transactions, and the log stays valid', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await write()).body.id as string));

    const before = await head();
    await Promise.all(Array.from({ length: 100 }, async (_, i) => await open(ids[i % 5] ?? '')));
    const after = await head();

    const verified = await t.graphql('{ auditVerification { valid } }', {}, { as: owner, workspace });
    expect(verified.body.data).toEqual({ auditVerification: { valid: true } });
    expect(after.seq - before.seq).toBe(100);
    // Each change of the head is one transaction.
    expect(after.rowVersion - before.rowVersion).toBeLessThan(50);
  });

  it('503 vault_unavailable: fails if the value cannot be unsealed, without any weaker fallback', async () => {
    const { id } = (await write()).body;
    t.ports.dataKeys.drop(
      (await CredentialVersion.query(t.ports.database.knex).findOne({ referenceId: id }).throwIfNotFound())
        .id,
    );
    await t.ports.database
      .knex('credential_version')
      .where({ reference_id: id })
      .update({ sealed_secret: Buffer.alloc(64) });

    expect(await codeOf(open(id))).toBe('vault_unavailable');
  });
});

describe('no call reads a secret back', () => {
  it('the database, the answers, the events and the log contain none', async () => {
    await write();
    await write({ kind: 'BASIC', secret: { username: 'ada', password: canary } });
    const answers = [
      await send('GET', references),
      await t.graphql(
        '{ credentialReferences(first: 100) { edges { node { id provider kind reference version fingerprint versions { version fingerprint } } } } }',
        {},
        { as: owner, workspace },
      ),
      await send('GET', '/api/console/events?limit=100'),
      await send('GET', '/api/console/audit?limit=100'),
    ];

    const kept = JSON.stringify(await contentsOf(t.ports.database));

    for (const text of [kept, JSON.stringify(answers), JSON.stringify(t.events)]) {
      expect(text).not.toContain('ghp_canary');
      expect(text).not.toContain(Buffer.from(canary).toString('base64').slice(4, 40));
      expect(text).not.toContain(Buffer.from(canary).toString('hex'));
    }
  });
});
