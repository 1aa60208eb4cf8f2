import { describe, expect, it } from 'vitest';
import { roles } from '../../../../db/models/member.ts';
import { Workspace } from '../../../../db/models/workspace.ts';
import { testApp } from '../../../support/app.ts';
import { nothingCounted } from '../../../support/counters.ts';
import { cast, somebody } from '../../../support/people.ts';

const t = await testApp();
const { workspaceId, as } = await cast(t);

describe('GET /api/developer-portal/me', () => {
  it('returns 200 with the person, workspace, member, permissions, memberships and session', async () => {
    const person = await somebody(t, 'Ada');

    const answer = await t.rest('GET', '/api/developer-portal/me', { as: person });

    const workspace = {
      id: person.ownWorkspaceId,
      name: 'Ada’s workspace',
      slug: expect.stringMatching(/^ada-/),
    };
    const member = { role: 'OWNER', kind: 'HUMAN', joinedAt: '2026-11-20T09:00:00.000Z' };
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      automation: null,
      person: { id: person.personId, name: 'Ada', email: person.email, emailVerified: false },
      workspace,
      member: { id: expect.stringMatching(/^mem_/), ...member },
      permissions: expect.arrayContaining(['workspace:read', 'members:remove', 'audit:read']),
      counters: nothingCounted,
      memberships: [
        {
          memberId: answer.body.member.id,
          workspaceId: workspace.id,
          name: workspace.name,
          slug: workspace.slug,
          ...member,
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

  it.each(roles)('returns 200 with the permissions of the role %s', async (role) => {
    const member = await as(role);
    const { body: listed } = await t.rest('GET', '/api/console/roles', {
      as: member,
      workspace: workspaceId,
    });

    const { body } = await t.rest('GET', '/api/developer-portal/me', { as: member, workspace: workspaceId });

    expect(body.member.role).toBe(role);
    expect(body.permissions).toEqual(
      listed.data.find((known: { role: string }) => known.role === role).permissions,
    );
  });

  it('returns 200 without workspace, member and permissions to a person without an active membership', async () => {
    const person = await somebody(t);
    await t.unrecorded((knex) =>
      Workspace.change(knex, person.ownWorkspaceId, t.clock.now(), { status: 'SUSPENDED' }),
    );

    const answer = await t.rest('GET', '/api/developer-portal/me', { as: person });
    const graphql = await t.graphql(
      '{ me { person { id } workspace { id } permissions } }',
      {},
      { as: person },
    );

    expect(answer).toMatchObject({
      status: 200,
      body: {
        person: { id: person.personId },
        workspace: null,
        member: null,
        permissions: [],
        memberships: [],
      },
    });
    expect(answer.headers).not.toHaveProperty('x-workspace-id');
    expect(graphql.body).toEqual({
      data: { me: { person: { id: person.personId }, workspace: null, permissions: [] } },
    });
  });

  it('spec §5.3: returns 403 to a person without an active membership, for a named workspace and its contents', async () => {
    const person = await somebody(t);
    await t.unrecorded((knex) =>
      Workspace.change(knex, person.ownWorkspaceId, t.clock.now(), { status: 'SUSPENDED' }),
    );
    const sentence = 'You do not have access to the requested workspace';

    const named = await t.rest('GET', '/api/developer-portal/me', {
      as: person,
      workspace: person.ownWorkspaceId,
    });
    const contents = await t.rest('GET', '/api/console/members', { as: person });

    expect(named).toMatchObject({ status: 403, body: { message: sentence } });
    expect(contents).toMatchObject({ status: 403, body: { message: sentence } });
  });

  it('returns 200 without any credential, hash or address of another person', async () => {
    const { body } = await t.rest('GET', '/api/developer-portal/me', { as: await as('VIEWER') });

    expect(JSON.stringify(body)).not.toMatch(/passwordHash|argon2|rt_|digest/);
  });
});
