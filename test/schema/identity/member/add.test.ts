import { describe, expect, it } from 'vitest';
import { roles, type Role } from '../../../../db/models/member.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { lastMailTo } from '../../../support/mail.ts';
import { accept, cast, somebody, type Somebody } from '../../../support/people.ts';
import { lastEntryOf, lastEventOf } from '../../../support/trail.ts';

const t = await testApp({}, { isChecked: true });
const { owner, workspaceId, as, another } = await cast(t);

async function add(by: Somebody, personId: string, role: string, workspace = workspaceId): Promise<Answer> {
  return await t.rest('POST', '/api/console/members', { as: by, workspace, body: { personId, role } });
}

const meOf = async (person: Somebody) =>
  await t.rest('GET', '/api/developer-portal/me', { as: person, workspace: workspaceId });

const memberOf = async (id: string) =>
  (await t.rest('GET', `/api/console/members/${id}`, { as: owner, workspace: workspaceId })).body;

const confirm = async (person: Somebody) =>
  await t.rest('POST', `/api/developer-portal/workspaces/${workspaceId}/confirm`, { as: person });

describe('adding a member', () => {
  it.each(roles)(
    'offers a person a membership with the role %s, which begins when they confirm it',
    async (role) => {
      const person = await somebody(t);

      const answer = await add(owner, person.personId, role);

      const before = await meOf(person);
      t.clock.advance({ seconds: 1 });
      await accept(t, person, workspaceId);

      expect(answer).toMatchObject({
        status: 201,
        body: {
          id: expect.stringMatching(/^mem_/),
          person: { id: person.personId, email: person.email },
          kind: 'HUMAN',
          role,
          status: 'UNCONFIRMED',
        },
      });
      expect(before).toMatchObject({ status: 403, body: { code: 'workspace_access_denied' } });
      const now = t.clock.now().toISOString();
      expect((await meOf(person)).body.member).toMatchObject({ id: answer.body.id, role });
      expect(await memberOf(answer.body.id)).toMatchObject({
        status: 'ACTIVE',
        activeSince: now,
        roleSince: now,
      });
    },
  );

  it('writes an entry and an event', async () => {
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
      data: { personId: person.personId, role: 'VIEWER', status: 'UNCONFIRMED', kind: 'HUMAN' },
    });
  });

  it('mails the person who adds them, with which role, and how to confirm or decline', async () => {
    const person = await somebody(t, 'Grace');

    await add(owner, person.personId, 'APPROVER');

    const { subject, text } = await lastMailTo(t, person.email);
    expect(subject).toBe('Owner has added you to Owner’s workspace');
    expect(text).toContain('Owner has added you to the workspace “Owner’s workspace” as APPROVER.');
    for (const verb of ['confirm', 'decline'])
      expect(text).toContain(
        `POST http://localhost:4000/api/developer-portal/workspaces/${workspaceId}/${verb}`,
      );
  });

  it('grants nothing if the person declines', async () => {
    const person = await somebody(t);
    const { body } = await add(owner, person.personId, 'ADMIN');

    const declined = await t.rest('POST', `/api/developer-portal/workspaces/${workspaceId}/decline`, {
      as: person,
    });

    expect(declined.status).toBe(200);
    expect((await confirm(person)).status).toBe(404);
    expect(await memberOf(body.id)).toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['an administrator no more', 'PATCH', '', { role: 'DEVELOPER' }],
    ['suspended', 'POST', '/suspend', undefined],
    ['removed', 'DELETE', '', undefined],
  ] as const)(
    'returns 410 to the confirmation if the member who added them is %s',
    async (_state, method, path, body) => {
      const [admin, person] = [await another('ADMIN'), await somebody(t)];
      await add(admin, person.personId, 'DEVELOPER');
      const target = `/api/console/members/${admin.memberId}${path}`;
      await t.rest(method, target, { as: owner, workspace: workspaceId, ...(body && { body }) });

      const answer = await confirm(person);

      expect(answer).toMatchObject({ status: 410, body: { code: 'invitation_revoked' } });
      expect(answer.body.message).toBe(
        'The member who added you may no longer add a member as DEVELOPER. Ask the workspace to remove this membership and to add you again.',
      );
      expect((await meOf(person)).status).toBe(403);
    },
  );

  it('returns 429 beyond the hourly number of invitations of one person', async () => {
    const strict = await testApp({ LIMIT_INVITATIONS_PER_PERSON_PER_HOUR: '1' });
    const founder = await somebody(strict);
    const people = [await somebody(strict), await somebody(strict)];
    const answers = [];
    for (const { personId } of people) {
      const body = { personId, role: 'VIEWER' };
      answers.push(await strict.rest('POST', '/api/console/members', { as: founder, body }));
    }

    expect(answers.map(({ status }) => status)).toEqual([201, 429]);
  });

  it('is allowed to an ADMIN for every role except OWNER', async () => {
    const [admin, person] = [await as('ADMIN'), await somebody(t)];

    const asOwner = await add(admin, person.personId, 'OWNER');
    const asAdmin = await add(admin, person.personId, 'ADMIN');

    expect(asOwner).toMatchObject({ status: 403, body: { code: 'rank_too_low' } });
    expect(asAdmin.status).toBe(201);
  });

  it.each(roles.filter((role) => role !== 'OWNER' && role !== 'ADMIN'))(
    'spec §7: is refused to %s with the documented sentence',
    async (role) => {
      const answer = await add(await as(role), owner.personId, 'VIEWER');

      expect(answer).toMatchObject({
        status: 403,
        body: { message: 'Workspace permission is required: members:invite', permission: 'members:invite' },
      });
    },
  );

  it('returns 404 for an unknown person', async () => {
    const answer = await add(owner, 'per_01kaf5m2jcexxt5s6f3yq4z8rd', 'VIEWER');

    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(answer.body.message).toBe(
      'There is no person with this id. Each person finds their id at GET /api/developer-portal/me, as `person.id`.',
    );
  });

  it.each(['ACTIVE', 'SUSPENDED'])(
    'returns 409 for a person who is a member already, and %s',
    async (status) => {
      const member = await another('VIEWER');
      if (status === 'SUSPENDED')
        await t.rest('POST', `/api/console/members/${member.memberId}/suspend`, {
          as: owner,
          workspace: workspaceId,
        });

      const answer = await add(owner, member.personId, 'ADMIN');

      expect(answer).toMatchObject({ status: 409, body: { code: 'already_member' } });
    },
  );

  it('adds a person once if several requests arrive at the same time', async () => {
    const person = await somebody(t);

    const answers = await Promise.all(
      ['VIEWER', 'ADMIN', 'DEVELOPER', 'ANALYST', 'SUPPORT'].map(
        async (role) => await add(owner, person.personId, role),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([201, 409, 409, 409, 409]);
    expect(answers.filter(({ body }) => body.code === 'already_member')).toHaveLength(4);
  });

  it('makes a removed person a new member, from now on', async () => {
    const member = await another('ADMIN');
    await t.rest('DELETE', `/api/console/members/${member.memberId}`, { as: owner, workspace: workspaceId });
    t.clock.advance({ seconds: 1 });

    const answer = await add(owner, member.personId, 'VIEWER');

    const now = t.clock.now().toISOString();
    expect(answer).toMatchObject({ status: 201, body: { role: 'VIEWER', joinedAt: now, activeSince: now } });
    expect(answer.body.id).not.toBe(member.memberId);
  });

  it('adds to the workspace of the request only', async () => {
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
  ])('returns 422 for %s', async (_what, body, pointer) => {
    const answer = await t.rest('POST', '/api/console/members', { as: owner, workspace: workspaceId, body });

    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });
});
