import { beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../db/models/api-key.ts';
import { exactly, testApp } from '../../../support/app.ts';
import { automationOf, credentialFor, tokenBy, type Robot } from '../../../support/automations.ts';
import { applicationWithKey, cast, type Cast } from '../../../support/people.ts';
import { eventsOf, lastEntryOf } from '../../../support/trail.ts';

const t = await testApp();
let everyone: Cast;
let robot: Robot;
beforeEach(async () => {
  everyone = await cast(t);
  robot = await automationOf(t, everyone);
});

describe('an automation as the caller', () => {
  it('spec §5.8: reads its identity at GET /api/developer-portal/me', async () => {
    const { workspaceId } = everyone;

    const { status, body, headers } = await t.rest('GET', '/api/developer-portal/me', { as: robot });

    expect([status, headers['x-workspace-id']]).toEqual([200, workspaceId]);
    expect(body).toMatchObject({
      person: null,
      session: null,
      automation: { id: robot.automationId, name: 'Nightly build' },
      workspace: { id: workspaceId },
      member: { id: robot.memberId, role: 'DEVELOPER', kind: 'AUTOMATION' },
      memberships: [{ memberId: robot.memberId, workspaceId, isDefault: true }],
      counters: { approvalsWaiting: 0 },
    });
    expect(body.permissions).toContain('applications:write');
  });

  it('with the role ADMIN has the permissions of an administrator, except those for people only', async () => {
    const { token } = await automationOf(t, everyone, { role: 'ADMIN' });
    const people = await t.rest('GET', '/api/developer-portal/me', { as: await everyone.as('ADMIN') });

    const { body } = await t.rest('GET', '/api/developer-portal/me', { as: token });

    const withheld = people.body.permissions.filter((it: string) => !body.permissions.includes(it));
    expect(withheld).toEqual([
      'workspace:delete',
      'members:invite',
      'members:write',
      'members:remove',
      'sessions:revoke',
      'applications:reactivate',
      'deployments:approve',
      'production_access:approve',
      'production_access:suspend',
      'approvals:decide',
      'connections:authorize',
      'mcp_servers:review',
      'mcp_clients:write',
      'mcp_credentials:write',
      'mcp_grants:write',
      'tool_calls:approve',
    ]);
  });

  it('is refused with the explanation that only people hold the permission, whatever its role', async () => {
    const { workspaceId } = everyone;
    const { token } = await automationOf(t, everyone, { role: 'ADMIN' });
    const inviting = async (as: string) =>
      await t.rest('POST', '/api/console/invitations', {
        as,
        workspace: workspaceId,
        body: { email: 'guest@example.com', role: 'VIEWER' },
      });

    const [administering, developing] = [await inviting(token), await inviting(robot.token)];

    const message = 'Workspace permission is required: members:invite';
    expect([administering.body.message, developing.body.message]).toEqual([message, message]);
    const detail = `${message}. Only people hold it; an automation never does.`;
    expect([administering.body.detail, developing.body.detail]).toEqual([detail, detail]);
  });

  it('is the actor in the audit log, as a member without a person', async () => {
    const body = { name: 'Checkout' };

    const made = await t.rest('POST', '/api/console/applications', { as: robot, body });

    const actor = { kind: 'AUTOMATION', id: robot.memberId, personId: null };
    expect(made.status).toBe(201);
    expect(await lastEntryOf(t, everyone.workspaceId)).toMatchObject({
      action: 'application.created',
      actor,
    });
    expect((await eventsOf(t, everyone.workspaceId)).at(-1)).toMatchObject({ actor });
  });

  it('creates and rotates keys, and every accountable person counts as having seen the secret', async () => {
    const { owner, as, workspaceId: workspace } = everyone;
    const admin = await as('ADMIN');
    const by = { automationId: robot.automationId, workspace, by: admin };
    const token = await tokenBy(t, await credentialFor(t, by).then(({ secret }) => ({ secret })));
    const made = await t.rest('POST', '/api/console/applications', { as: token, body: { name: 'Checkout' } });
    const path = `/api/console/applications/${made.body.id}/keys`;
    const body = { name: 'ci', environment: 'SANDBOX', scopes: ['read'] };

    const key = await t.rest('POST', path, { as: token, body });
    const rotated = await t.rest('POST', `${path}/${key.body.id}/rotate`, { as: token });

    expect([key.status, rotated.status]).toEqual([201, 200]);
    const { seenBy } = await ApiKey.query(t.ports.database.knex).findById(key.body.id).throwIfNotFound();
    expect(new Set(seenBy)).toEqual(new Set([owner.personId, admin.personId]));
  });

  it('repeats a command under an Idempotency-Key as a person does, also with a newer access token', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { name: 'Checkout' };
    const path = '/api/console/applications';

    const first = await t.rest('POST', path, { as: robot, body, headers });
    const later = await tokenBy(t, { secret: robot.secret });
    const again = await t.rest('POST', path, { as: later, body, headers });
    const other = await automationOf(t, everyone);
    const others = await t.rest('POST', path, { as: other, body, headers });

    expect(again.body.id).toBe(first.body.id);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(others.body.id).not.toBe(first.body.id);
  });

  it('acts only in its own workspace; an attempt in another one leaves an audit entry', async () => {
    const { workspaceId: own } = everyone;
    const { workspaceId: foreign } = await cast(t);
    const me = async (workspace?: string) =>
      await t.rest('GET', '/api/developer-portal/me', { as: robot, workspace });

    expect((await me(own)).status).toBe(200);
    for (const other of [foreign, 'ws_nothing', '']) {
      const { status, body } = await me(other);
      expect([status, body.message]).toEqual([403, 'You do not have access to the requested workspace']);
    }
    expect(await lastEntryOf(t, own)).toMatchObject({
      action: 'workspace.choose',
      outcome: 'DENIED',
      actor: { kind: 'AUTOMATION', id: robot.memberId },
    });
  });

  it.each([
    ['GET', '/api/developer-portal/workspaces'],
    ['POST', '/api/developer-portal/workspaces', { name: 'Another' }],
    ['GET', '/api/console/sessions'],
    ['POST', '/api/auth/sign-out', {}],
    ['POST', '/api/auth/change-password', { currentPassword: 'a password', newPassword: 'another one' }],
  ] as const)('is refused where only a person may act: %s %s', async (method, path, body?: object) => {
    const answer = await t.rest(method, path, { as: robot, body });

    expect([answer.status, answer.body.code]).toEqual([403, 'person_required']);
    expect(answer.body.message).toMatch(/^Only a signed-in person may do this\./);
    expect(await lastEntryOf(t, everyone.workspaceId)).toMatchObject({
      outcome: 'DENIED',
      changes: { code: 'person_required' },
    });
  });

  it('grants no access: it manages no automation, credential or member', async () => {
    const { token } = await automationOf(t, everyone, { role: 'ADMIN' });
    const path = `/api/console/automations/${robot.automationId}`;
    const member = `/api/console/members/${robot.memberId}`;
    const calls = [
      ['POST', '/api/console/automations', { name: 'Another', role: 'VIEWER' }],
      ['PATCH', path, { name: 'Another' }],
      ['DELETE', path],
      ['POST', `${path}/offer`, { toMemberId: everyone.owner.memberId }],
      ['POST', `${path}/adopt`],
      ['GET', `${path}/credentials`],
      ['POST', `${path}/credentials`, { name: 'another' }],
      ['POST', `${path}/credentials/${robot.credentialId}/rotate`],
      ['POST', `${path}/credentials/${robot.credentialId}/revoke`],
      ['POST', '/api/console/members', { personId: everyone.owner.personId, role: 'VIEWER' }],
      ['PATCH', member, { role: 'ADMIN' }],
      ['POST', `${member}/suspend`],
      ['DELETE', member],
    ] as const;

    const statuses = [];
    for (const [method, url, body] of calls)
      statuses.push((await t.rest(method, url, { as: token, body })).status);

    expect(statuses).toEqual(calls.map(() => 403));
  });

  it.each([
    ['suspended', 'suspend', 'reactivate'],
    ['deleted', '', 'restore'],
  ])(
    'spec §5.8: restores nothing: neither an application that was %s nor its keys',
    async (_state, take, give) => {
      const { token } = await automationOf(t, everyone, { role: 'ADMIN' });
      const { applicationId, secret } = await applicationWithKey(t, everyone);
      const path = `/api/console/applications/${applicationId}`;
      const echo = async () =>
        await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'hi' } });
      const taken = await t.rest(take ? 'POST' : 'DELETE', take ? `${path}/${take}` : path, { as: token });

      const { status, body } = await t.rest('POST', `${path}/${give}`, { as: token });

      expect([taken.status, status, body.permission]).toEqual([200, 403, 'applications:reactivate']);
      expect((await echo()).status).toBe(401);
      await t.rest('POST', `${path}/${give}`, { as: everyone.owner, workspace: everyone.workspaceId });
      expect((await echo()).status).toBe(200);
    },
  );

  it('uses GraphQL over HTTP like REST', async () => {
    const query = '{ me { person { id } automation { name owner { person { name } } } } }';

    const { body } = await t.graphql(query, {}, { as: robot });

    expect(body.data.me).toEqual({
      person: null,
      automation: { name: 'Nightly build', owner: { person: { name: 'Owner' } } },
    });
  });
});

describe('the limits of a member', () => {
  it('count per automation, whatever access tokens it uses, and separately from its owner', async () => {
    const tight = await testApp({ LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '3' }, exactly);
    const people = await cast(tight);
    const { token, secret } = await automationOf(tight, people);
    const another = await tokenBy(tight, { secret });
    const write = async (as: string) =>
      (await tight.rest('POST', '/api/console/applications', { as, body: { name: 'Checkout' } })).status;

    const statuses = [
      await write(token),
      await write(another),
      await write(token),
      await write(another),
      await write(people.owner.token),
    ];

    expect(statuses).toEqual([201, 201, 201, 429, 201]);
  });
});
