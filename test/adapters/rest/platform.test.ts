import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../../schema/kernel/access/permissions.ts';
import { testApp, type Request } from '../../support/app.ts';
import { nothingCounted } from '../../support/counters.ts';
import { applicationWithKey, cast, somebody } from '../../support/people.ts';
import { rowsWhere } from '../../support/rows.ts';

const t = await testApp();
const { owner, workspaceId, as, another, added } = await cast(t);
const stranger = await somebody(t, 'Stranger');

const me = async (request: Request) => await t.rest('GET', '/api/developer-portal/me', request);

describe('GET /api/developer-portal/me', () => {
  it('spec §4: answers JSON to a bearer access token, and the workspace header is optional', async () => {
    const answer = await me({ as: owner });

    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      automation: null,
      person: { id: owner.personId, name: 'Owner', email: owner.email, emailVerified: true },
      workspace: { id: workspaceId, name: 'Owner’s workspace', slug: expect.any(String) },
      member: { id: owner.memberId, role: 'OWNER', kind: 'HUMAN', joinedAt: '2026-11-20T09:00:00.000Z' },
      permissions: permissions,
      counters: nothingCounted,
      memberships: [
        {
          memberId: owner.memberId,
          workspaceId,
          name: 'Owner’s workspace',
          slug: answer.body.workspace.slug,
          role: 'OWNER',
          kind: 'HUMAN',
          joinedAt: '2026-11-20T09:00:00.000Z',
          isDefault: true,
        },
      ],
      unconfirmedMemberships: [],
      session: {
        id: expect.stringMatching(/^ses_/),
        authTime: '2026-11-20T09:00:00.000Z',
        amr: ['pwd'],
        expiresAt: '2026-12-20T09:00:00.000Z',
      },
    });
  });

  it('spec §5.2: uses the oldest active membership without X-Workspace-Id, and the named one with it', async () => {
    const viewer = await added('VIEWER');

    const own = await me({ as: viewer });
    const chosen = await me({ as: viewer, workspace: workspaceId });

    expect(own).toMatchObject({
      headers: { 'x-workspace-id': viewer.ownWorkspaceId },
      body: { workspace: { id: viewer.ownWorkspaceId }, member: { role: 'OWNER' } },
    });
    expect(chosen).toMatchObject({
      headers: { 'x-workspace-id': workspaceId },
      body: { workspace: { id: workspaceId }, member: { role: 'VIEWER' } },
    });
    expect(chosen.body.memberships).toMatchObject([
      { workspaceId: viewer.ownWorkspaceId, isDefault: true },
      { workspaceId, isDefault: false },
    ]);
  });

  it('answers with nulls to a person without any membership', async () => {
    const lonely = await added('DEVELOPER');
    // The last owner cannot leave a workspace, so the test suspends the workspace in the database.
    await t.unrecorded((knex) =>
      knex('workspace').where({ id: lonely.ownWorkspaceId }).update({ status: 'SUSPENDED' }),
    );
    await t.rest('DELETE', `/api/console/members/${lonely.memberId}`, { as: owner });

    const answer = await me({ as: lonely });

    expect(answer).toMatchObject({
      status: 200,
      body: { workspace: null, member: null, permissions: [], memberships: [] },
    });
    expect(answer.headers['x-workspace-id']).toBeUndefined();
  });
});

describe('spec §7', () => {
  const sentence = 'You do not have access to the requested workspace';
  const where = { unknown: 'ws_01kaf5m2jcexxt5s6f3yq4z8rd', malformed: 'not an id', empty: '', foreign: '' };

  it.each(Object.keys(where) as (keyof typeof where)[])('403: %s workspace', async (kind) => {
    const workspace = kind === 'foreign' ? stranger.ownWorkspaceId : where[kind];

    const answers = await Promise.all([
      me({ as: owner, workspace }),
      t.rest('GET', '/api/console/members', { as: owner, workspace }),
      t.rest('POST', '/api/console/applications', { as: owner, workspace, body: { name: 'A' } }),
    ]);

    expect(answers.map(({ status, body }) => [status, body.code, body.message, body.detail])).toEqual(
      Array(3).fill([403, 'workspace_access_denied', sentence, sentence]),
    );
  });

  it('403: inactive membership, with the same message', async () => {
    const gone = await another('DEVELOPER');
    await t.rest('POST', `/api/console/members/${gone.memberId}/suspend`, { as: owner });

    const answer = await me({ as: gone, workspace: workspaceId });

    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'workspace_access_denied', message: sentence },
    });
  });

  it.each([
    ['PATCH', '/api/console/workspace', 'workspace:write'],
    ['POST', '/api/console/applications', 'applications:write'],
    ['DELETE', '/api/console/applications/app_01kaf5m2jcexxt5s6f3yq4z8rd', 'applications:delete'],
    ['PATCH', '/api/console/members/mem_01kaf5m2jcexxt5s6f3yq4z8rd', 'members:write'],
    ['GET', '/api/console/audit', 'audit:read'],
  ] as const)('403: %s %s without %s', async (method, path, permission) => {
    const body = {
      PATCH: path.includes('members') ? { role: 'VIEWER' } : { name: 'A' },
      POST: { name: 'A' },
    };
    const request = { as: await as('VIEWER'), workspace: workspaceId };

    const answer = await t.rest(method, path, {
      ...request,
      ...(method in body && { body: body[method as keyof typeof body] }),
    });

    const message = `Workspace permission is required: ${permission}`;
    expect(answer).toMatchObject({
      status: 403,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      body: { code: 'permission_required', message, permission, status: 403 },
    });
    expect(answer.body.detail).toMatch(
      new RegExp(`^${message}\\. Your role is VIEWER; OWNER(, [A-Z_]+)* and [A-Z_]+ have it\\.$`),
    );
  });

  it('403: lists the roles that have the permission in the detail, not in the message', async () => {
    const request = { as: await as('DEVELOPER'), workspace: workspaceId };

    const { body } = await t.rest('GET', '/api/console/audit', request);

    expect(body.message).toBe('Workspace permission is required: audit:read');
    expect(body.detail).toBe(
      'Workspace permission is required: audit:read. Your role is DEVELOPER; OWNER, ADMIN, SECURITY_ADMINISTRATOR and ' +
        'COMPLIANCE_REVIEWER have it.',
    );
  });
});

describe('a refusal', () => {
  it('is a problem in the documented shape', async () => {
    const answer = await t.rest('GET', '/api/console/applications/app_01kaf5m2jcexxt5s6f3yq4z8rd', {
      as: owner,
    });

    const message = `There is no application with this id in the workspace ${workspaceId}. Its id begins with \`app_\`. If it is in another workspace, send that workspace’s id as X-Workspace-Id.`;

    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({
      type: 'urn:sallyport:problem:not_found',
      title: 'Not found',
      status: 404,
      detail: message,
      code: 'not_found',
      message,
      requestId: answer.headers['x-request-id'],
    });
  });

  it('points to each finding in the input with an RFC 6901 pointer', async () => {
    const body = { email: 'no address', password: 'short', name: 'Ada', extra: 1 };

    const answer = await t.rest('POST', '/api/auth/sign-up', { body });

    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(
      answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    ).toEqual(
      expect.arrayContaining([
        ['/email', 'invalid'],
        ['/password', 'invalid'],
        ['/workspaceName', 'required'],
        ['/extra', 'unknown_field'],
      ]),
    );
    expect(answer.body.errors).toHaveLength(4);
  });

  it('has its own request id, whatever the caller sends', async () => {
    const headers = { 'x-request-id': 'mine' };

    const [first, second] = await Promise.all([me({ headers }), me({ headers })]);

    expect(first.body.requestId).toMatch(/^req_/);
    expect(first.headers['x-request-id']).toBe(first.body.requestId);
    expect(second.body.requestId).not.toBe(first.body.requestId);
  });
});

describe('401', () => {
  const sessionRows = rowsWhere(({ credential }) => credential === 'session');
  const keyRows = rowsWhere(({ credential }) => credential === 'sandboxKey');

  it.each(sessionRows)(
    'spec §5.1: $method $path without an access token, before anything else',
    async (row) => {
      const answer = await t.rest(row.method, row.path.replaceAll(/:\w+/g, 'x'));

      expect(answer).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
        body: { code: 'session_missing', requestId: answer.headers['x-request-id'] },
      });
    },
  );

  it.each(keyRows)(
    'spec §7: $method $path without a sandbox credential, before anything else',
    async (row) => {
      const answer = await t.rest(row.method, row.path);

      expect(answer).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
        body: { code: 'credential_missing', requestId: answer.headers['x-request-id'] },
      });
    },
  );

  it.each([
    ['another scheme', 'Basic b3duZXI6cHc='],
    ['no token', 'Bearer'],
    ['two tokens', 'Bearer one two'],
    ['a place for one', 'Bearer <accessToken>'],
  ])('%s is not a bearer credential, and differs from a missing header', async (_name, authorization) => {
    const headers = { authorization };
    const answers = [
      await me({ headers }),
      await t.graphql('{ me { permissions } }', {}, { headers }),
      await t.rest('POST', '/v1/sandbox/echo', { headers, body: {} }),
      await t.rest('POST', '/v1/keys/verify', { headers, body: {} }),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      const { message } = answer.body.errors?.[0] ?? answer.body;
      expect(message).toMatch(
        /^The Authorization header has no token\. Send the word `Bearer`, a space and the token\. This operation needs a /,
      );
    }
    expect((await me({})).body.message).toMatch(/^This operation needs a session: /);
  });

  it('a wrong token differs from a missing one', async () => {
    const answer = await me({ as: 'nonsense' });

    expect(answer).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      body: { code: 'session_invalid' },
    });
  });

  it('spec §5: console routes reject a key, and sandbox operations reject an access token', async () => {
    const { secret } = await applicationWithKey(t, { owner, workspaceId });

    const console = await me({ as: secret });
    const sandbox = await t.rest('POST', '/v1/sandbox/echo', { as: owner, body: { message: 'hi' } });

    expect(console).toMatchObject({ status: 401, body: { code: 'session_invalid' } });
    expect(sandbox).toMatchObject({ status: 401, body: { code: 'credential_invalid' } });
  });
});

describe('a credential in a URL', () => {
  const jwt = owner.token;
  let key = '';
  beforeAll(async () => {
    key = (await applicationWithKey(t, { owner, workspaceId })).secret;
  });
  const surfaces = [
    ['GET', '/api/developer-portal/me'],
    ['POST', '/api/auth/sign-in'],
    ['POST', '/v1/sandbox/echo'],
    ['GET', '/v1/sandbox/health'],
    ['POST', '/graphql'],
    ['GET', '/graphql'],
    ['GET', '/openapi.json'],
    ['GET', '/healthz'],
    ['GET', '/nothing'],
  ] as const;

  it.each(surfaces)('spec §5.7: 400 on %s %s, at any position, and in no log event', async (method, path) => {
    const from = t.events.length;
    const targets = [
      `${path}?key=${key}`,
      `${path}?q=${key}`,
      `${path}?q=${encodeURIComponent(encodeURIComponent(key.replaceAll('_', '%5F')))}`,
      `${path}?access_token=opaque-but-secret`,
      `${path}?q=${jwt}`,
      `${path}/${key}`,
      `${path}/${jwt}`,
    ];

    const answers = [];
    for (const target of targets) answers.push(await t.rest(method, target));
    answers.push(await t.rest(method, path, { headers: { referer: `https://example.com/?key=${key}` } }));

    const isGraphql = path === '/graphql';
    const codes = answers.map(({ status, body }) => [status, body.code ?? body.errors?.[0]?.extensions.code]);
    expect(codes).toEqual(Array(answers.length).fill([400, 'credential_in_url']));
    expect(answers.slice(0, 5).every(({ body }) => 'errors' in body)).toBe(isGraphql);
    expect(
      answers.every(({ body, headers }) => JSON.stringify(body).includes(String(headers['x-request-id']))),
    ).toBe(true);
    const logged = JSON.stringify(t.events.slice(from));
    expect([key, jwt, 'opaque-but-secret', key.slice(-42)].filter((text) => logged.includes(text))).toEqual(
      [],
    );
  });
});

describe('the health checks', () => {
  it('/healthz reports that the process runs, /readyz that the database answers', async () => {
    const [health, ready] = await Promise.all([t.rest('GET', '/healthz'), t.rest('GET', '/readyz')]);

    expect(health).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(ready).toMatchObject({ status: 200, body: { status: 'ready' } });
  });
});
