import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../db/models/api-key.ts';
import { AuditEntry } from '../../../../db/models/audit.ts';
import { Event } from '../../../../db/models/event.ts';
import { testApp } from '../../../support/app.ts';
import { cast, type Somebody } from '../../../support/people.ts';

const t = await testApp();
const everyone = await cast(t);
const strangers = await cast(t);
const { owner, workspaceId } = everyone;
const { knex } = t.ports.database;

describe('creating an API key', () => {
  it('spec §2: returns the secret once, with the chosen scopes and expiry', async () => {
    const developer = await everyone.as('DEVELOPER');
    const applicationId = await application();

    const input = { name: ' ci ', scopes: ['write', 'read'], expiresOn: '2027-06-30' };
    const { apiKey, secret } = await create(applicationId, input, developer);

    expect(secret).toMatch(/^ak_sandbox_[0-9A-Za-z]{10}_[0-9A-Za-z]{42}$/);
    expect(apiKey).toMatchObject({
      applicationId,
      environment: 'SANDBOX',
      name: 'ci',
      scopes: ['write', 'read'],
      expiresOn: '2027-06-30',
      status: 'ACTIVE',
      effectiveStatus: 'ACTIVE',
      version: 1,
      prefix: secret.split('_')[2],
      lastFour: secret.slice(-4),
      createdBy: { id: developer.memberId },
      lastUsedAt: null,
      rotatedAt: null,
      revokedAt: null,
    });
    expect(await echo(secret)).toMatchObject({ status: 200 });
  });

  it('writes one event and one audit entry, with the creator as the actor', async () => {
    const developer = await everyone.as('DEVELOPER');

    const { apiKey, requestId } = await create(await application(), { name: 'ci' }, developer);

    const actor = { kind: 'MEMBER', id: developer.memberId, personId: developer.personId };
    expect(await Event.query(knex).whereRaw("resource ->> 'id' = ?", [apiKey.id])).toMatchObject([
      { type: 'api_key.created', actor, data: { name: 'ci', prefix: apiKey.prefix, version: 1 } },
    ]);
    expect(await AuditEntry.query(knex).whereRaw("targets -> 0 ->> 'id' = ?", [apiKey.id])).toMatchObject([
      { action: 'api_key.created', outcome: 'SUCCESS', actor, origin: { requestId } },
    ]);
  });

  it('records the creator as a person who saw the secret', async () => {
    const { apiKey } = await create(await application(), { name: 'ci' });

    const row = await ApiKey.query(knex).findById(apiKey.id).throwIfNotFound();

    expect(row.seenBy).toEqual([owner.personId]);
  });

  it('spec §7: is refused to a role without the permission, for any application', async () => {
    const viewer = await everyone.as('VIEWER');

    const answers = [
      await create(await application(), {}, viewer),
      await create('app_nothing', {}, viewer),
      await create(await application(), { environment: 'LIVE' }, viewer),
    ];

    expect(answers.map(({ refusal }) => refusal.message)).toEqual([
      'Workspace permission is required: api_keys:create_sandbox',
      'Workspace permission is required: api_keys:create_sandbox',
      'Workspace permission is required: api_keys:create_sandbox',
    ]);
  });

  it('finds no application of another workspace', async () => {
    const applicationId = await application();

    const answer = await create(applicationId, {}, strangers.owner, strangers.workspaceId);

    expect(answer.refusal).toMatchObject({ code: 'not_found', status: 404 });
    expect(await ApiKey.query(knex).where({ applicationId })).toEqual([]);
  });

  it.each([
    { move: 'suspendApplication', from: 'SUSPENDED' },
    { move: 'deleteApplication', from: 'DELETED' },
  ])('is refused for an application that is $from', async ({ move, from }) => {
    const applicationId = await application();
    const type = `${move.charAt(0).toUpperCase()}${move.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${move}(input: $input) { application { status } } }`;
    await t.graphql(query, { input: { id: applicationId } }, { as: owner });

    const answer = await create(applicationId);

    expect(answer.refusal).toMatchObject({
      code: 'invalid_transition',
      status: 409,
      transition: { from, action: 'create keys' },
    });
  });
});

describe('the name of a key', () => {
  it.each([
    { name: '', why: 'empty' },
    { name: '   ', why: 'blank' },
    { name: 'n'.repeat(65), why: 'longer than 64 characters' },
    { name: 'a\tb', why: 'with a control character inside' },
  ])('cannot be $why', async ({ name }) => {
    const answer = await create(await application(), { name });

    expect(answer.refusal).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/name' }] });
  });

  it('can have 64 characters, in any script', async () => {
    const name = 'ключ-テスト-'.padEnd(64, 'é');

    const answer = await create(await application(), { name });

    expect(answer.apiKey.name).toBe(name);
  });

  it('is unique among the active keys of an application and environment', async () => {
    const [applicationId, other] = [await application(), await application()];
    const first = await create(applicationId, { name: 'ci' });

    const twin = await create(applicationId, { name: ' ci ' });
    const elsewhere = await create(other, { name: 'ci' });
    await revoke(first.apiKey.id);
    const again = await create(applicationId, { name: 'ci' });

    expect(twin.refusal).toMatchObject({ code: 'name_taken', status: 409 });
    expect(elsewhere.apiKey.name).toBe('ci');
    expect(again.apiKey.name).toBe('ci');
  });

  it('is available again once its key has expired', async () => {
    const applicationId = await application();
    await create(applicationId, { name: 'ci', expiresOn: '2026-11-21' });
    t.clock.set('2026-11-21T23:59:59.999Z');
    const lastDay = await create(applicationId, { name: 'ci' }, await fresh());
    t.clock.set('2026-11-22T00:00:00.000Z');

    const after = await create(applicationId, { name: 'ci' }, await fresh());

    expect(lastDay.refusal).toMatchObject({ code: 'name_taken' });
    expect(after.apiKey.name).toBe('ci');
    t.clock.set('2026-11-20T09:00:00.000Z');
  });

  it('goes to one of several simultaneous creations', async () => {
    const applicationId = await application();

    const answers = await Promise.all(Array.from({ length: 5 }, async () => await create(applicationId)));

    expect(answers.filter(({ apiKey }) => apiKey)).toHaveLength(1);
    expect(answers.filter(({ refusal }) => refusal?.code === 'name_taken')).toHaveLength(4);
  });
});

describe('the number of keys of an application', () => {
  it('is at most 10 active ones, even if they are created at the same time', async () => {
    const applicationId = await application();
    const names = Array.from({ length: 12 }, (_, i) => `key ${i}`);

    const answers = await Promise.all(names.map(async (name) => await create(applicationId, { name })));

    const made = answers.flatMap(({ apiKey }) => apiKey ?? []);
    expect(made).toHaveLength(10);
    expect(answers.flatMap(({ refusal }) => refusal?.code ?? [])).toEqual(['limit_reached', 'limit_reached']);
    await revoke(made[0].id);
    expect((await create(applicationId, { name: 'the eleventh' })).apiKey.status).toBe('ACTIVE');
    expect((await create(applicationId, { name: 'the twelfth' })).refusal).toMatchObject({ status: 409 });
  });
});

describe('the scopes of a key', () => {
  it.each([[['read']], [['write']], [['read', 'write']]])('spec §2: can be %j', async (scopes) => {
    const answer = await create(await application(), { scopes });

    expect(answer.apiKey.scopes).toEqual(scopes);
  });

  it.each([
    { scopes: [], why: 'none' },
    { scopes: ['read', 'read'], why: 'one twice' },
  ])('are rejected if there is $why', async ({ scopes }) => {
    const answer = await create(await application(), { scopes });

    expect(answer.refusal).toMatchObject({
      code: 'validation_failed',
      status: 422,
      errors: [{ pointer: '/scopes' }],
    });
  });

  it.each([['admin'], ['READ'], ['']])('are only read and write, not %j', async (scope) => {
    const body = { name: 'ci', environment: 'SANDBOX', scopes: [scope] };

    const answer = await t.rest('POST', `/api/console/applications/${await application()}/keys`, {
      as: owner,
      body,
    });

    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/scopes/0' }] } });
  });
});

describe('the expiry of a key', () => {
  it.each(['2026-11-20', '2026-11-19', '1999-01-01', '2028-11-20'])('cannot be %s', async (expiresOn) => {
    const answer = await create(await application(), { expiresOn });

    expect(answer.refusal).toMatchObject({
      code: 'expiry_out_of_range',
      status: 422,
      errors: [{ pointer: '/expiresOn' }],
    });
  });

  it.each(['2027-02-29', '2027-6-30', '30.06.2027', '2027-06-30T00:00:00Z', 'tomorrow'])(
    'must be a date, not %s',
    async (expiresOn) => {
      const answer = await create(await application(), { expiresOn });

      expect(answer.refusal).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '/expiresOn' }],
      });
    },
  );

  it.each([
    { now: '2026-11-20T23:59:59.999Z', first: '2026-11-21', last: '2028-11-19' },
    { now: '2026-11-21T00:00:00.000Z', first: '2026-11-22', last: '2028-11-20' },
  ])('spec §8: can be at $now from $first to $last', async ({ now, first, last }) => {
    t.clock.set(now);
    const as = await fresh();

    const answers = [
      await create(await application(as), { expiresOn: first }, as),
      await create(await application(as), { expiresOn: last }, as),
    ];

    expect(answers.map(({ apiKey }) => apiKey.expiresOn)).toEqual([first, last]);
    t.clock.set('2026-11-20T09:00:00.000Z');
  });

  it('lets the key work through its last UTC second, and no longer', async () => {
    const { apiKey, secret } = await create(await application(), { expiresOn: '2026-11-21' });

    t.clock.set('2026-11-21T23:59:59.999Z');
    const last = await echo(secret);
    t.clock.set('2026-11-22T00:00:00.000Z');
    const after = await echo(secret);

    expect(last.status).toBe(200);
    expect(after).toMatchObject({ status: 401, body: { code: 'key_expired' } });
    const read = await t.rest('GET', `/api/console/applications/${apiKey.applicationId}/keys/${apiKey.id}`, {
      as: await fresh(),
    });
    expect(read.body).toMatchObject({ status: 'ACTIVE', effectiveStatus: 'EXPIRED' });
    t.clock.set('2026-11-20T09:00:00.000Z');
  });
});

describe('a live key', () => {
  it('spec §8: sandbox checks grant no production approval, however many have passed', async () => {
    const applicationId = await application();
    const { secret } = await create(applicationId);
    for (let checked = 0; checked < 5; checked += 1)
      expect(await echo(secret)).toMatchObject({ status: 200 });

    const answer = await create(applicationId, { environment: 'LIVE', name: 'live' });

    expect(answer.refusal).toMatchObject({ code: 'production_access_required', status: 403 });
  });

  it('spec §3, §5.6: live keys are created only by a workspace administrator', async () => {
    const applicationId = await application();

    const answer = await create(applicationId, { environment: 'LIVE' }, await everyone.as('DEVELOPER'));

    expect(answer.refusal).toMatchObject({
      code: 'permission_required',
      status: 403,
      permission: 'api_keys:create_live',
      message: 'Workspace permission is required: api_keys:create_live',
    });
  });

  it.each(['OWNER', 'ADMIN'] as const)(
    'spec §3: requires approved production access, even from %s',
    async (role) => {
      const applicationId = await application();

      const answer = await create(applicationId, { environment: 'LIVE' }, await everyone.as(role));

      expect(answer.refusal).toMatchObject({ code: 'production_access_required', status: 403 });
      expect(await ApiKey.query(knex).where({ applicationId })).toEqual([]);
    },
  );

  it('is refused over REST too', async () => {
    const body = { name: 'ci', environment: 'LIVE', scopes: ['read'] };

    const answer = await t.rest('POST', `/api/console/applications/${await application()}/keys`, {
      as: owner,
      body,
    });

    expect(answer).toMatchObject({ status: 403, body: { code: 'production_access_required' } });
  });
});

const parts = `id applicationId environment name scopes prefix lastFour expiresOn status effectiveStatus version
  lastUsedAt createdBy { id } rotatedAt revokedAt`;

async function create(
  applicationId: string,
  input: object = {},
  as: Somebody | string = owner,
  workspace = workspaceId,
) {
  const query = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { ${parts} } secret } }`;
  const full = { applicationId, environment: 'SANDBOX', name: 'ci', scopes: ['write'], ...input };
  const { body, headers } = await t.graphql(query, { input: full }, { as, workspace });
  const refusal = body.errors?.[0] && { message: body.errors[0].message, ...body.errors[0].extensions };
  return { ...body.data?.createApiKey, refusal, requestId: headers['x-request-id'] };
}

async function application(as: Somebody | string = owner): Promise<string> {
  const answer = await t.rest('POST', '/api/console/applications', { as, body: { name: 'Checkout' } });
  return answer.body.id;
}

async function revoke(id: string) {
  const query = 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }';
  return await t.graphql(query, { id }, { as: owner });
}

async function fresh(): Promise<string> {
  const body = { email: owner.email, password: owner.password };
  return (await t.rest('POST', '/api/auth/sign-in', { body })).body.accessToken;
}

async function echo(as: string) {
  return await t.rest('POST', '/v1/sandbox/echo', { as, body: { message: 'hi' } });
}
