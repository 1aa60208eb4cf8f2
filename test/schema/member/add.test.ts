import { describe, expect, it } from 'vitest';
import { roles, type Role } from '../../../db/models/member.ts';
import { testApp, type Answer } from '../../support/app.ts';
import { cast, somebody, type Somebody } from '../../support/people.ts';
import { lastEntryOf, lastEventOf } from '../../support/trail.ts';

const t = await testApp();
const { owner, workspaceId, as, another } = await cast(t);

async function add(by: Somebody, personId: string, role: string, workspace = workspaceId): Promise<Answer> {
  return await t.rest('POST', '/api/console/members', { as: by, workspace, body: { personId, role } });
}

describe('add a member', () => {
  it.each(roles)('makes a person a member with the role %s, in force at once', async (role) => {
    const person = await somebody(t);

    const answer = await add(owner, person.personId, role);

    const now = t.clock.now().toISOString();
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^mem_/),
        person: { id: person.personId, email: person.email },
        kind: 'HUMAN',
        role,
        status: 'ACTIVE',
        joinedAt: now,
        roleSince: now,
        activeSince: now,
      },
    });
    const me = await t.rest('GET', '/api/developer-portal/me', { as: person, workspace: workspaceId });
    expect(me.body.member).toMatchObject({ id: answer.body.id, role });
  });

  it('leaves an entry and an event', async () => {
    const person = await somebody(t);

    const { body } = await add(owner, person.personId, 'VIEWER');

    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      action: 'member.joined',
      outcome: 'SUCCESS',
      actor: { kind: 'MEMBER', id: owner.memberId, personId: owner.personId },
      targets: [{ type: 'member', id: body.id }],
    });
    expect(await lastEventOf(t, workspaceId)).toMatchObject({
      type: 'member.joined',
      resource: { type: 'member', id: body.id, version: 1 },
      data: { personId: person.personId, role: 'VIEWER', status: 'ACTIVE', kind: 'HUMAN' },
    });
  });

  it('is done by an ADMIN for every role but OWNER', async () => {
    const [admin, person] = [await as('ADMIN'), await somebody(t)];

    const asOwner = await add(admin, person.personId, 'OWNER');
    const asAdmin = await add(admin, person.personId, 'ADMIN');

    expect(asOwner).toMatchObject({ status: 403, body: { code: 'rank_too_low' } });
    expect(asAdmin.status).toBe(201);
  });

  it.each(roles.filter((role) => role !== 'OWNER' && role !== 'ADMIN'))(
    'spec §7: is refused to %s in the documented words',
    async (role) => {
      const answer = await add(await as(role), owner.personId, 'VIEWER');

      expect(answer).toMatchObject({
        status: 403,
        body: { message: 'Workspace permission is required: members:invite', permission: 'members:invite' },
      });
    },
  );

  it('404: a person that is not there', async () => {
    const answer = await add(owner, 'per_01kaf5m2jcexxt5s6f3yq4z8rd', 'VIEWER');

    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(answer.body.message).toBe(
      'There is no person with this id. Everybody finds their own at GET /api/developer-portal/me, as `person.id`.',
    );
  });

  it.each(['ACTIVE', 'SUSPENDED'])('409: who is a member already, and %s', async (status) => {
    const member = await another('VIEWER');
    if (status === 'SUSPENDED')
      await t.rest('POST', `/api/console/members/${member.memberId}/suspend`, {
        as: owner,
        workspace: workspaceId,
      });

    const answer = await add(owner, member.personId, 'ADMIN');

    expect(answer).toMatchObject({ status: 409, body: { code: 'already_member' } });
  });

  it('adds a person once when it is asked many times at once', async () => {
    const person = await somebody(t);

    const answers = await Promise.all(
      ['VIEWER', 'ADMIN', 'DEVELOPER', 'ANALYST', 'SUPPORT'].map(
        async (role) => await add(owner, person.personId, role),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([201, 409, 409, 409, 409]);
    expect(answers.filter(({ body }) => body.code === 'already_member')).toHaveLength(4);
  });

  it('makes who was removed a new member, from now on', async () => {
    const member = await another('ADMIN');
    await t.rest('DELETE', `/api/console/members/${member.memberId}`, { as: owner, workspace: workspaceId });
    t.clock.advance({ seconds: 1 });

    const answer = await add(owner, member.personId, 'VIEWER');

    const now = t.clock.now().toISOString();
    expect(answer).toMatchObject({ status: 201, body: { role: 'VIEWER', joinedAt: now, activeSince: now } });
    expect(answer.body.id).not.toBe(member.memberId);
  });

  it('adds to the workspace of the request alone', async () => {
    const [person, other] = [await somebody(t), await somebody(t)];

    await add(other, person.personId, 'VIEWER', other.ownWorkspaceId);

    const answer = await t.rest('GET', '/api/developer-portal/me', { as: person, workspace: workspaceId });
    expect(answer.status).toBe(403);
  });

  it.each<[string, object, string]>([
    ['no person', { role: 'VIEWER' }, '/personId'],
    ['no role', { personId: owner.personId }, '/role'],
    ['a role that is none', { personId: owner.personId, role: 'ROOT' }, '/role'],
    ['a role in lower case', { personId: owner.personId, role: 'viewer' }, '/role'],
    ['two roles', { personId: owner.personId, role: ['VIEWER', 'ADMIN'] satisfies Role[] }, '/role'],
    ['a status', { personId: owner.personId, role: 'VIEWER', status: 'ACTIVE' }, '/status'],
  ])('422: %s', async (_what, body, pointer) => {
    const answer = await t.rest('POST', '/api/console/members', { as: owner, workspace: workspaceId, body });

    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });
});
