import { describe, expect, it } from 'vitest';
import { roles } from '../../../../db/models/member.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { cast, somebody, type Somebody } from '../../../support/people.ts';
import { entriesOf, lastEntryOf, lastEventOf, textOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { owner, workspaceId, as, another } = await cast(t);

async function changeRole(by: Somebody, id: string, role: string, workspace = workspaceId): Promise<Answer> {
  return await t.rest('PATCH', `/api/console/members/${id}`, { as: by, workspace, body: { role } });
}

async function createApplication(by: Somebody): Promise<number> {
  const request = { as: by, workspace: workspaceId, body: { name: 'Checkout' } };
  return (await t.rest('POST', '/api/console/applications', request)).status;
}

describe('changing a member’s role', () => {
  it('spec §2: leaves one role per member, which applies to the next request with the same token, both ways', async () => {
    const member = await another('VIEWER');

    const before = await createApplication(member);
    const up = await changeRole(owner, member.memberId, 'DEVELOPER');
    const during = await createApplication(member);
    const down = await changeRole(owner, member.memberId, 'VIEWER');
    const after = await createApplication(member);

    expect([up, down]).toMatchObject([
      { status: 200, body: { id: member.memberId, role: 'DEVELOPER' } },
      { status: 200, body: { id: member.memberId, role: 'VIEWER' } },
    ]);
    expect([before, during, after]).toEqual([403, 201, 403]);
  });

  it('writes an entry with both roles, and an event', async () => {
    const member = await another('VIEWER');

    const { body } = await changeRole(owner, member.memberId, 'SUPPORT');

    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      action: 'member.role_changed',
      outcome: 'SUCCESS',
      actor: { kind: 'MEMBER', id: owner.memberId },
      targets: [{ type: 'member', id: member.memberId }],
      changes: { role: ['VIEWER', 'SUPPORT'] },
    });
    expect(await lastEventOf(t, workspaceId)).toMatchObject({
      type: 'member.role_changed',
      resource: { type: 'member', id: member.memberId, version: body.rowVersion },
      data: { role: 'SUPPORT', previousRole: 'VIEWER' },
    });
  });

  it('restarts the role, and not the membership', async () => {
    const member = await another('VIEWER');
    const joined = t.clock.now().toISOString();
    t.clock.advance({ minutes: 1 });

    const { body } = await changeRole(owner, member.memberId, 'ANALYST');

    expect(body).toMatchObject({
      roleSince: t.clock.now().toISOString(),
      activeSince: joined,
      joinedAt: joined,
      rowVersion: 2,
    });
  });

  it.each(roles.filter((role) => role !== 'OWNER' && role !== 'ADMIN'))(
    'spec §7: is refused to %s with the documented sentence, for their own role as well',
    async (role) => {
      const actor = await as(role);
      const victim = await as('ADMIN');

      const fellow = await changeRole(actor, victim.memberId, 'VIEWER');
      const own = await changeRole(actor, actor.memberId, 'OWNER');

      expect(fellow).toMatchObject({
        status: 403,
        body: { message: 'Workspace permission is required: members:write', permission: 'members:write' },
      });
      expect(textOf(own.body)).toBe(textOf(fellow.body));
      expect((await entriesOf(t, workspaceId)).at(-1)).toMatchObject({
        outcome: 'DENIED',
        action: 'changeMemberRole',
        actor: { id: actor.memberId },
      });
    },
  );

  it('returns 404 for a member of another workspace, as for an unknown one', async () => {
    const stranger = await somebody(t);
    const me = await t.rest('GET', '/api/developer-portal/me', { as: stranger });

    const foreign = await changeRole(owner, me.body.member.id, 'VIEWER');
    const missing = await changeRole(owner, 'mem_01kaf5m2jcexxt5s6f3yq4z8rd', 'VIEWER');

    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(textOf(foreign.body)).toBe(textOf(missing.body));
  });

  it('returns 404 for a removed member', async () => {
    const member = await another('VIEWER');
    await t.rest('DELETE', `/api/console/members/${member.memberId}`, { as: owner, workspace: workspaceId });

    expect(await changeRole(owner, member.memberId, 'ADMIN')).toMatchObject({ status: 404 });
  });

  it('returns 409 for the current role, and writes no event', async () => {
    const member = await another('VIEWER');
    const before = await lastEventOf(t, workspaceId);

    const answer = await changeRole(owner, member.memberId, 'VIEWER');

    expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect((await lastEventOf(t, workspaceId))?.position).toBe(before?.position);
  });

  it('works the same over GraphQL', async () => {
    const member = await another('VIEWER');

    const answer = await t.graphql(
      `mutation ($input: ChangeMemberRoleInput!) {
        changeMemberRole(input: $input) { member { id role person { id } } }
      }`,
      { input: { id: member.memberId, role: 'APPROVER' } },
      { as: owner, workspace: workspaceId },
    );

    expect(answer.body).toEqual({
      data: {
        changeMemberRole: {
          member: { id: member.memberId, role: 'APPROVER', person: { id: member.personId } },
        },
      },
    });
  });
});
