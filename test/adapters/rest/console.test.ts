import { describe, expect, it } from 'vitest';
import { testApp, type Answer, type Request } from '../../support/app.ts';
import { accept, cast, somebody } from '../../support/people.ts';

const t = await testApp();
const people = await cast(t);
const as = { as: people.owner };
const missing = '01kaf5m2jcexxt5s6f3yq4z8rd';

const get = async (path: string, request: Request = as) => await t.rest('GET', path, request);
const post = async (path: string, body?: unknown, request: Request = as) =>
  await t.rest('POST', path, { ...request, body });

describe('/api/console/workspace', () => {
  it('reads and renames the workspace', async () => {
    const before = await get('/api/console/workspace');

    const renamed = await t.rest('PATCH', '/api/console/workspace', { ...as, body: { name: 'Engines' } });
    const after = await get('/api/console/workspace');

    expect(before).toMatchObject({
      status: 200,
      body: { id: people.workspaceId, name: 'Owner’s workspace' },
    });
    expect(renamed).toMatchObject({
      status: 200,
      body: { name: 'Engines', rowVersion: 2, status: 'ACTIVE' },
    });
    expect(after.body).toEqual(renamed.body);
  });
});

describe('/api/developer-portal/workspaces', () => {
  it('creates another workspace and lists it after the first', async () => {
    const person = { as: await somebody(t, 'Founder') };

    const made = await post('/api/developer-portal/workspaces', { name: 'Second' }, person);
    const listed = await get('/api/developer-portal/workspaces', person);

    expect(made).toMatchObject({ status: 201, body: { name: 'Second', status: 'ACTIVE' } });
    expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Founder’s workspace',
      'Second',
    ]);
    expect(listed.body.page).toEqual({ nextCursor: null, hasMore: false });
  });
});

describe('/api/console/roles', () => {
  it('spec §2: lists the eleven roles with their permissions', async () => {
    const answer = await get('/api/console/roles');

    expect(answer.body.data.map(({ role }: { role: string }) => role)).toEqual([
      'OWNER',
      'ADMIN',
      'DEVELOPER',
      'APPROVER',
      'SECURITY_ADMINISTRATOR',
      'DOCUMENTATION_EDITOR',
      'BILLING_ADMINISTRATOR',
      'ANALYST',
      'SUPPORT',
      'COMPLIANCE_REVIEWER',
      'VIEWER',
    ]);
    expect(answer.body.data[10].permissions).toContain('workspace:read');
    expect(answer.body.data[10].permissions).not.toContain('workspace:write');
  });
});

describe('/api/console/sessions', () => {
  it('lists the caller’s sessions and ends one', async () => {
    const person = await somebody(t, 'Traveller');
    const { email, password } = person;
    const second = await post('/api/auth/sign-in', { email, password }, {});

    const before = await get('/api/console/sessions', { as: person });
    const ended = await t.rest('DELETE', `/api/console/sessions/${second.body.session.id}`, { as: person });
    const after = await get('/api/console/sessions', { as: person });

    expect(before.body.data.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false]);
    expect(ended).toMatchObject({ status: 200, body: { id: second.body.session.id } });
    expect(after.body.data).toHaveLength(1);
    expect(await get('/api/developer-portal/me', { as: second.body.accessToken })).toMatchObject({
      status: 401,
    });
  });
});

describe('/api/console/members', () => {
  it('adds, reads, changes, suspends, reactivates and removes a member', async () => {
    const person = await somebody(t, 'Newcomer');

    const added = await post('/api/console/members', { personId: person.personId, role: 'DEVELOPER' });
    const path = `/api/console/members/${added.body.id}`;
    await accept(t, person, people.workspaceId);
    const changed = await t.rest('PATCH', path, { ...as, body: { role: 'SUPPORT' } });
    const suspended = await post(`${path}/suspend`, { reason: 'on leave' });
    const reactivated = await post(`${path}/reactivate`);
    const read = await get(path);
    const removed = await t.rest('DELETE', path, as);

    expect(added).toMatchObject({
      status: 201,
      body: {
        person: { id: person.personId, name: 'Newcomer' },
        role: 'DEVELOPER',
        status: 'UNCONFIRMED',
        kind: 'HUMAN',
      },
    });
    expect(changed).toMatchObject({ status: 200, body: { role: 'SUPPORT' } });
    expect(suspended).toMatchObject({ status: 200, body: { status: 'SUSPENDED' } });
    expect(reactivated).toMatchObject({ status: 200, body: { status: 'ACTIVE' } });
    expect(read.body).toEqual(reactivated.body);
    expect(removed).toMatchObject({ status: 200, body: { status: 'REMOVED' } });
    expect(await t.rest('DELETE', path, as)).toMatchObject({ status: 404 });
  });
});

describe('/api/console/applications', () => {
  it('creates, reads, changes, suspends, reactivates, deletes and restores an application', async () => {
    const created = await post('/api/console/applications', { name: 'Checkout', description: 'Pays.' });
    const path = `/api/console/applications/${created.body.id}`;
    const changed = await t.rest('PATCH', path, { ...as, body: { name: 'Till' } });
    const suspended = await post(`${path}/suspend`, { reason: 'leak' });
    const reactivated = await post(`${path}/reactivate`);
    const deleted = await t.rest('DELETE', path, as);
    const restored = await post(`${path}/restore`);
    const read = await get(path);

    expect(created).toMatchObject({
      status: 201,
      body: { name: 'Checkout', description: 'Pays.', status: 'ACTIVE' },
    });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Till', description: 'Pays.' } });
    expect(suspended).toMatchObject({ status: 200, body: { status: 'SUSPENDED', suspendReason: 'leak' } });
    expect(reactivated).toMatchObject({ status: 200, body: { status: 'ACTIVE', suspendReason: null } });
    expect(deleted).toMatchObject({
      status: 200,
      body: { status: 'DELETED', restorableUntil: '2026-12-20T09:00:00.000Z' },
    });
    expect(restored).toMatchObject({ status: 200, body: { status: 'ACTIVE', deletedAt: null } });
    expect(read.body).toEqual(restored.body);
  });

  it('409: a transition that the state does not allow, with those that it allows', async () => {
    const created = await post('/api/console/applications', { name: 'Idle' });

    const answer = await post(`/api/console/applications/${created.body.id}/reactivate`);

    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', transition: { from: 'ACTIVE', action: 'reactivate' } },
    });
    expect(answer.body.transition.allowed).toEqual(expect.arrayContaining(['suspend', 'delete']));
  });
});

describe('/api/console/applications/{applicationId}/keys', () => {
  it('spec §8: shows the secret only at creation and rotation, and forbids caching it', async () => {
    const { body: application } = await post('/api/console/applications', { name: 'Keyed' });
    const path = `/api/console/applications/${application.id}/keys`;
    const wanted = { name: 'ci', environment: 'SANDBOX', scopes: ['read'], expiresOn: '2027-06-30' };

    const created = await post(path, wanted);
    const rotated = await post(`${path}/${created.body.id}/rotate`);
    const read = await get(`${path}/${created.body.id}`);
    const listed = await get(path);
    const revoked = await post(`${path}/${created.body.id}/revoke`, { reason: 'done' });

    expect(created).toMatchObject({
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: { ...wanted, secret: expect.stringMatching(/^ak_sandbox_/), secretAlreadyReturned: false },
    });
    expect(rotated).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { id: created.body.id, secret: expect.stringMatching(/^ak_sandbox_/) },
    });
    expect(rotated.body.secret).not.toBe(created.body.secret);
    expect(read.body).toMatchObject({ prefix: rotated.body.prefix, lastFour: rotated.body.secret.slice(-4) });
    expect([read, listed, revoked].filter(({ body }) => JSON.stringify(body).includes('"secret'))).toEqual(
      [],
    );
    expect(revoked).toMatchObject({ status: 200, body: { status: 'REVOKED', effectiveStatus: 'REVOKED' } });
  });

  it('404: a key under another application’s path', async () => {
    const [one, other] = await Promise.all([
      post('/api/console/applications', { name: 'One' }),
      post('/api/console/applications', { name: 'Other' }),
    ]);
    const key = await post(`/api/console/applications/${one.body.id}/keys`, {
      name: 'ci',
      environment: 'SANDBOX',
      scopes: ['read'],
    });
    const path = `/api/console/applications/${other.body.id}/keys/${key.body.id}`;

    const answers = await Promise.all([get(path), post(`${path}/rotate`), post(`${path}/revoke`)]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('/api/console/audit', () => {
  it('lists the entries, also by action, and verifies the log', async () => {
    await post('/api/console/applications', { name: 'Audited' });

    const entries = await get('/api/console/audit?limit=100');
    const filtered = await get('/api/console/audit?action=application.created&limit=1');
    const verified = await get('/api/console/audit/verify');

    expect(entries.body.data[0]).toMatchObject({ seq: 1, outcome: 'SUCCESS' });
    expect(filtered.body.data).toMatchObject([{ action: 'application.created', actor: { kind: 'MEMBER' } }]);
    expect(verified).toMatchObject({ status: 200, body: { valid: true, firstBadSeq: null } });
    expect(verified.body.checked).toBeGreaterThanOrEqual(entries.body.data.length);
  });
});

describe('a list', () => {
  const lists = [
    '/api/console/members',
    '/api/console/applications',
    '/api/console/sessions',
    '/api/console/audit',
    '/api/developer-portal/workspaces',
    '/api/console/applications/{applicationId}/keys',
    '/api/console/approvals',
    '/api/console/automations',
    '/api/console/events',
    '/api/console/invitations',
    '/api/console/projects',
  ];
  const at = async (path: string) => {
    if (!path.includes('{')) return path;
    const { body } = await post('/api/console/applications', { name: 'Listed' });
    return path.replace('{applicationId}', body.id);
  };

  it('returns every item once, in a stable order, from page to page', async () => {
    const shop = { as: await somebody(t, 'Shop') };
    const names = ['A', 'B', 'C', 'D', 'E'];
    for (const name of names) await post('/api/console/applications', { name }, shop);

    const pages = await allPages('/api/console/applications?limit=2', shop);

    expect(pages.map(({ body }) => body.data.map(({ name }: { name: string }) => name))).toEqual([
      ['A', 'B'],
      ['C', 'D'],
      ['E'],
    ]);
    expect(pages.map(({ body }) => body.page.hasMore)).toEqual([true, true, false]);
    expect(pages.at(-1)?.body.page.nextCursor).toBeNull();
  });

  it('has 25 items by default', async () => {
    const shop = { as: await somebody(t, 'Large') };
    for (let made = 0; made < 26; made += 1)
      await post('/api/console/applications', { name: `A${made}` }, shop);

    const answer = await get('/api/console/applications', shop);

    expect(answer.body.data).toHaveLength(25);
    expect(answer.body.page.hasMore).toBe(true);
  });

  it.each(lists)('400 invalid_cursor: %s with a cursor that it did not return', async (path) => {
    const target = await at(path);
    // A cursor of another list.
    const foreign = Buffer.from(`mail_${missing}`).toString('base64url');

    const answers = await Promise.all(
      ['!!', 'abc', 'bm90IGFuIGlk', '%00', 'eA', foreign, 'OTk5OTk'].map((it) =>
        get(`${target}?cursor=${it}`),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(7).fill([400, 'invalid_cursor']),
    );
  });

  it.each(lists)(
    '422 validation_failed: %s with a limit that is not a number from 1 to 100',
    async (path) => {
      const target = await at(path);

      const answers = await Promise.all(
        ['0', '101', '-1', '1.5', 'ten', ''].map((limit) => get(`${target}?limit=${limit}`)),
      );

      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        Array(6).fill([422, 'validation_failed']),
      );
      expect(answers[0]?.body.errors).toMatchObject([{ pointer: '/limit' }]);
    },
  );

  it.each(lists)('422 validation_failed: %s with an unknown query parameter', async (path) => {
    const { status, body } = await get(`${await at(path)}?limt=5`);

    expect([status, body.code, body.errors]).toMatchObject([
      422,
      'validation_failed',
      [{ pointer: '/limt', code: 'unknown_field' }],
    ]);
    expect(body.detail).toMatch(
      /^The query parameter `limt` is not a parameter of this path: its parameters are (\w+, )*(limit|cursor)(, \w+)*\.$/,
    );
  });

  it.each(lists)('200: %s with the limits 1 and 100', async (path) => {
    const target = await at(path);

    const answers = await Promise.all(['1', '100'].map((limit) => get(`${target}?limit=${limit}`)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('404 not_found', () => {
  it.each([
    ['GET', `/api/console/members/mem_${missing}`, 'member', 'mem'],
    ['GET', `/api/console/applications/app_${missing}`, 'application', 'app'],
    ['GET', `/api/console/applications/app_${missing}/keys`, 'application', 'app'],
    ['GET', `/api/console/applications/app_${missing}/keys/key_${missing}`, 'API key', 'key'],
    ['DELETE', `/api/console/sessions/ses_${missing}`, 'session', 'ses'],
    ['POST', `/api/console/applications/app_${missing}/restore`, 'application', 'app'],
  ] as const)(
    '%s %s, with the same message as for a resource of another workspace',
    async (method, path, noun, prefix) => {
      const answer = await t.rest(method, path, as);

      expect(answer).toMatchObject({
        status: 404,
        body: {
          code: 'not_found',
          message: `There is no ${noun} with this id in the workspace ${people.workspaceId}. Its id begins with \`${prefix}_\`. If it is in another workspace, send that workspace’s id as X-Workspace-Id.`,
        },
      });
    },
  );
});

async function allPages(path: string, request: Request): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.body.page.nextCursor ?? null)
    pages.push(await get(`${path}${cursor && `&cursor=${cursor}`}`, request));
  return pages;
}
