import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../db/models/api-key.ts';
import { Application } from '../../../db/models/application.ts';
import { Idempotency } from '../../../db/models/idempotency.ts';
import { unsealInWorkspace } from '../../../schema/kernel/workspace-key.ts';
import { testApp, type Answer } from '../../support/app.ts';
import { count } from '../../support/count.ts';
import { applicationWithKey, cast, type Somebody } from '../../support/people.ts';
import { entriesOf, eventsOf } from '../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const stage = await cast(t);
const { owner, workspaceId, as, another, added } = stage;
const { applicationId } = await applicationWithKey(t, stage);
const keysPath = `/api/console/applications/${applicationId}/keys`;

let made = 0;
/** A name or an Idempotency-Key that no earlier call used. */
function fresh(): string {
  made += 1;
  return `fresh-${made}`;
}

async function post(
  path: string,
  key: string,
  body?: unknown,
  by: Somebody = owner,
  workspace = workspaceId,
) {
  const headers = { 'idempotency-key': key };
  return await t.rest('POST', path, { as: by, workspace, body, headers });
}

async function createKey(key: string, name: string): Promise<Answer> {
  return await post(keysPath, key, { name, environment: 'SANDBOX', scopes: ['write'] });
}

async function createApplication(
  key: string,
  name: string,
  by = owner,
  workspace = workspaceId,
): Promise<Answer> {
  return await post('/api/console/applications', key, { name }, by, workspace);
}

async function countApplications(name: string): Promise<number> {
  return await Application.query(knex).where({ name }).resultSize();
}

describe('a command sent again with its Idempotency-Key', () => {
  it('creates one key, and returns its secret once', async () => {
    const [key, name] = [fresh(), fresh()];

    const first = await createKey(key, name);
    const again = await createKey(key, name);

    expect(first).toMatchObject({
      status: 201,
      body: { secret: expect.stringMatching(/^ak_sandbox_/), secretAlreadyReturned: false },
    });
    expect(again.status).toBe(201);
    expect(again.body).toEqual({ ...first.body, secret: null, secretAlreadyReturned: true });
    expect(await ApiKey.query(knex).where({ name }).resultSize()).toBe(1);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect([first.headers['cache-control'], again.headers['cache-control']]).toEqual([
      'no-store',
      'no-store',
    ]);
  });

  it('rotates a key once; the secret of the first answer stays valid', async () => {
    const created = await createKey(fresh(), fresh());
    const [key, path] = [fresh(), `${keysPath}/${created.body.id}/rotate`];

    const first = await post(path, key);
    const again = await post(path, key);

    expect(again.body).toEqual({ ...first.body, secret: null, secretAlreadyReturned: true });
    expect(again.body.version).toBe(2);
    const echo = await t.rest('POST', '/v1/sandbox/echo', { as: first.body.secret, body: { message: 'hi' } });
    expect(echo.status).toBe(200);
  });

  it('behaves the same over GraphQL', async () => {
    const [headers, name] = [{ 'idempotency-key': fresh() }, fresh()];
    const create = async () =>
      await t.graphql(
        `mutation ($input: CreateApiKeyInput!) {
          createApiKey(input: $input) { apiKey { id name } secret secretAlreadyReturned }
        }`,
        { input: { applicationId, name, environment: 'SANDBOX', scopes: ['read'] } },
        { as: owner, workspace: workspaceId, headers },
      );

    const first = await create();
    const again = await create();

    const { apiKey, secret } = first.body.data.createApiKey;
    expect(secret).toMatch(/^ak_sandbox_/);
    expect(again.body).toEqual({
      data: { createApiKey: { apiKey, secret: null, secretAlreadyReturned: true } },
    });
  });

  it('writes one audit entry and one event', async () => {
    const [key, name] = [fresh(), fresh()];
    await createApplication(key, name);
    const before = [await entriesOf(t, workspaceId), await eventsOf(t, workspaceId)].map(
      ({ length }) => length,
    );

    await createApplication(key, name);

    const after = [await entriesOf(t, workspaceId), await eventsOf(t, workspaceId)].map(
      ({ length }) => length,
    );
    expect(after).toEqual(before);
  });

  it('returns the object in its current state', async () => {
    const [key, name, renamed] = [fresh(), fresh(), fresh()];
    const first = await createApplication(key, name);
    await t.rest('PATCH', `/api/console/applications/${first.body.id}`, {
      as: owner,
      workspace: workspaceId,
      body: { name: renamed },
    });

    const again = await createApplication(key, name);

    expect(again).toMatchObject({ status: 201, body: { id: first.body.id, name: renamed } });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('stores neither a secret nor the input, and seals the answer under the workspace’s key', async () => {
    const [key, name] = [fresh(), fresh()];
    const { body } = await createKey(key, name);

    const rows = JSON.stringify(await Idempotency.query(knex));
    const { id, sealedAnswer } = await Idempotency.query(knex)
      .orderBy('id', 'desc')
      .first()
      .throwIfNotFound();
    const place = { workspaceId, name: `idempotency/${id}/answer` };
    const opened = await unsealInWorkspace({ ...t.ports, knex }, place, sealedAnswer ?? Buffer.alloc(0));

    expect(JSON.parse(opened.toString())).toEqual({
      apiKey: { table: 'api_key', id: body.id },
      secret: null,
    });
    expect(rows).not.toContain(body.id);
    expect(rows).not.toContain(body.secret);
    expect(rows).not.toContain(name);
    expect(rows).not.toContain(key);
  });

  it('spec §7: is refused like any other command after the member lost the permission', async () => {
    const member = await another('DEVELOPER');
    const [key, name] = [fresh(), fresh()];
    await createApplication(key, name, member);
    await t.rest('PATCH', `/api/console/members/${member.memberId}`, {
      as: owner,
      workspace: workspaceId,
      body: { role: 'VIEWER' },
    });

    expect(await createApplication(key, name, member)).toMatchObject({
      status: 403,
      body: { code: 'permission_required' },
    });
  });
});

describe('an Idempotency-Key', () => {
  it.each([
    ['another value', { name: 'other' }],
    ['a field more', { name: 'same', description: 'x' }],
  ])('returns 422 for a different body: %s', async (_what, body) => {
    const key = fresh();
    await createApplication(key, 'same');

    const answer = await post('/api/console/applications', key, body);

    expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('matches the same body in any order of its fields', async () => {
    const [key, name] = [fresh(), fresh()];
    const first = await post('/api/console/applications', key, { name, description: 'x' });

    const again = await post('/api/console/applications', key, { description: 'x', name });

    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  });

  it('lets one of many simultaneous calls run; the others must retry or get the replayed answer', async () => {
    const [key, name] = [fresh(), fresh()];

    const answers = await Promise.all(
      Array.from({ length: Math.max(8, count(200)) }, async () => await createKey(key, name)),
    );

    const codes = answers.map(({ status, body }) =>
      status === 201 ? (body.secret === null ? 'replay' : 'first') : body.code,
    );
    expect(codes.filter((code) => code === 'first')).toHaveLength(1);
    // The second code is for a call that waited too long for a database connection, on a busy machine.
    const toldToWait = { idempotency_in_progress: '1', service_unavailable: '2' };
    expect(codes.filter((code) => !['first', 'replay', ...Object.keys(toldToWait)].includes(code))).toEqual(
      [],
    );
    const waiting = answers.filter(({ status }) => status !== 201);
    expect(waiting.map(({ headers }) => headers['retry-after'])).toEqual(
      waiting.map(({ body }) => toldToWait[body.code as keyof typeof toldToWait]),
    );
    expect(await ApiKey.query(knex).where({ name }).resultSize()).toBe(1);
  });

  it('belongs to one person: another person’s key with the same text is separate', async () => {
    const [key, name] = [fresh(), fresh()];

    const mine = await createApplication(key, name);
    const theirs = await createApplication(key, name, await as('DEVELOPER'));

    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(await countApplications(name)).toBe(2);
  });

  it('belongs to one workspace', async () => {
    const member = await added('DEVELOPER');
    const [key, name] = [fresh(), fresh()];

    const here = await createApplication(key, name, member);
    const there = await createApplication(key, name, member, member.ownWorkspaceId);

    expect([here.status, there.status]).toEqual([201, 201]);
    expect(there.body.id).not.toBe(here.body.id);
  });

  it('belongs to one mutation', async () => {
    const key = fresh();

    const application = await createApplication(key, 'same');
    const workspace = await post('/api/developer-portal/workspaces', key, { name: 'same' });

    expect([application.status, workspace.status]).toEqual([201, 201]);
    expect(workspace.body.id).toMatch(/^ws_/);
  });

  it('is shared by REST and GraphQL for the same command', async () => {
    const [key, name] = [fresh(), fresh()];
    const rest = await createApplication(key, name);

    const graphql = await t.graphql(
      'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }',
      { input: { name } },
      { as: owner, workspace: workspaceId, headers: { 'idempotency-key': key } },
    );

    expect(graphql.body.data.createApplication.application.id).toBe(rest.body.id);
  });

  it('can be used again after a command that failed', async () => {
    const key = fresh();
    const [wrong, taken] = [await post('/api/console/applications', key, { name: '' }), fresh()];
    await createKey(fresh(), taken);
    const refused = await createKey(key, taken);

    const right = await createKey(key, fresh());

    expect([wrong.status, refused.status, right.status]).toEqual([422, 409, 201]);
    expect(right.body.secretAlreadyReturned).toBe(false);
  });

  it('can be used again after a refusal for lack of permission', async () => {
    const member = await another('VIEWER');
    const [key, name] = [fresh(), fresh()];
    const refused = await createApplication(key, name, member);
    await t.rest('PATCH', `/api/console/members/${member.memberId}`, {
      as: owner,
      workspace: workspaceId,
      body: { role: 'DEVELOPER' },
    });

    const allowed = await createApplication(key, name, member);

    expect([refused.status, allowed.status]).toEqual([403, 201]);
  });

  it('is remembered for 24 hours, and then starts a new command', async () => {
    const [key, name] = [fresh(), fresh()];
    const signIn = async () => {
      const { email, password } = owner;
      const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
      return { ...owner, token: body.accessToken };
    };
    const first = await createApplication(key, name);

    t.clock.advance({ hours: 23, minutes: 59 });
    const within = await createApplication(key, name, await signIn());
    t.clock.advance({ minutes: 2 });
    const later = await signIn();
    const after = await createApplication(key, name, later);
    const again = await createApplication(key, name, later);

    expect(within.body.id).toBe(first.body.id);
    expect(after.body.id).not.toBe(first.body.id);
    expect(again.body.id).toBe(after.body.id);
    expect(await countApplications(name)).toBe(2);
    owner.token = later.token;
  });

  it.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a space', 'a b'],
    ['with letters beyond ASCII', 'ключ'],
  ])('is rejected with 400: %s', async (_what, key) => {
    const name = fresh();

    const answer = await createApplication(key, name);

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await countApplications(name)).toBe(0);
  });

  it('may have 255 characters', async () => {
    expect(await createApplication('k'.repeat(255), fresh())).toMatchObject({ status: 201 });
  });
});

const a = 'a: createApplication(input: { name: "both" }) { application { id } }';
const b = 'b: createApplication(input: { name: "both" }) { application { id } }';
const other = 'b: createWorkspace(input: { name: "both" }) { workspace { id } }';

describe('an Idempotency-Key over GraphQL', () => {
  it.each([
    ['twice the same field', `mutation { ${a} ${b} }`],
    ['two fields', `mutation { ${a} ${other} }`],
    ['two fields in a fragment', `mutation { ...Both } fragment Both on Mutation { ${a} ${other} }`],
    ['two fields in an inline fragment', `mutation { ... { ${a} ${other} } }`],
    ['one beside a fragment', `mutation { ${a} ...B } fragment B on Mutation { ${other} }`],
    [
      'two in fragments of fragments',
      `mutation { ...A } fragment A on Mutation { ${a} ...B } fragment B on Mutation { ${other} }`,
    ],
  ])('is rejected with 400: %s', async (_what, query) => {
    const headers = { 'idempotency-key': fresh() };

    const answer = await t.graphql(query, {}, { as: owner, workspace: workspaceId, headers });

    expect(answer.body.errors).toMatchObject([{ extensions: { code: 'invalid_request', status: 400 } }]);
    expect(answer.body.data ?? null).toBeNull();
    expect(await countApplications('both')).toBe(0);
  });

  it.each([
    ['one field', 'mutation { a: createApplication(input: { name: "one" }) { application { name } } }'],
    [
      'one field that is spread twice',
      'mutation { ...A ...A } fragment A on Mutation { a: createApplication(input: { name: "one" }) { application { name } } }',
    ],
    [
      'one field in a fragment',
      'mutation { ...A } fragment A on Mutation { a: createApplication(input: { name: "one" }) { application { name } } }',
    ],
  ])('is accepted with 200: %s', async (_what, query) => {
    const headers = { 'idempotency-key': fresh() };

    const answer = await t.graphql(query, {}, { as: owner, workspace: workspaceId, headers });

    expect(answer.body).toEqual({ data: { a: { application: { name: 'one' } } } });
  });

  it('is checked quickly even if each fragment spreads the next one twice', async () => {
    const headers = { 'idempotency-key': fresh() };
    const spreads = (n: number) => `...F${n} ...F${n}`;
    const chain = Array.from({ length: 90 }, (_, n) => `fragment F${n} on Mutation { ${spreads(n + 1)} }`);
    const query = `mutation { ${spreads(0)} } ${chain.join(' ')} fragment F90 on Mutation { createApplication(input: { name: "deep" }) { application { id } } }`;
    const from = performance.now();

    const answer = await t.graphql(query, {}, { as: owner, workspace: workspaceId, headers });

    expect(answer.body.errors[0].message).toMatch(/^The breadth of the operation is /);
    // Counting each spread separately would take longer than the age of the universe.
    expect(performance.now() - from).toBeLessThan(10_000);
  });

  it('has no effect on a query', async () => {
    const headers = { 'idempotency-key': fresh() };

    const answer = await t.graphql(
      '{ a: me { permissions } b: me { permissions } }',
      {},
      { as: owner, headers },
    );

    expect(answer.body).not.toHaveProperty('errors');
  });
});
