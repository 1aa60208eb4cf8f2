import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Member } from '../../../../db/models/member.ts';
import { Workspace, type WorkspaceStatus } from '../../../../db/models/workspace.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import {
  accept,
  cast,
  join,
  signInAgain,
  somebody,
  type Founder,
  type Somebody,
} from '../../../support/people.ts';
import { entriesOf, textOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const { owner, workspaceId, another, added } = await cast(t);

async function me(as: Somebody, workspace?: string): Promise<Answer> {
  return await t.rest('GET', '/api/developer-portal/me', { as, workspace });
}

async function chosen(as: Somebody, workspace?: string): Promise<string | undefined> {
  return (await me(as, workspace)).body.workspace?.id;
}

async function setMember(path: string, method: 'POST' | 'DELETE' = 'POST', as = owner): Promise<void> {
  const answer = await t.rest(method, `/api/console/members/${path}`, { as, workspace: workspaceId });
  if (answer.status !== 200) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
}

async function setWorkspace(id: string, status: WorkspaceStatus): Promise<void> {
  await t.unrecorded(() => Workspace.change(knex, id, t.clock.now(), { status }));
}

/** Creates a person with their own workspace, and a second owner there who can revoke their access. */
async function ownWorkspaceWithGuard(): Promise<{ person: Founder; memberId: string; guard: Somebody }> {
  const [person, guard] = [await somebody(t), await somebody(t)];
  await join(t, { person: guard, role: 'OWNER', by: person, workspace: person.ownWorkspaceId });
  return { person, guard, memberId: (await me(person)).body.member.id };
}

describe('spec §5.2: the workspace of a request', () => {
  it('is the one that X-Workspace-Id names', async () => {
    const member = await another('DEVELOPER');

    const answer = await me(member, workspaceId);

    expect(answer.body).toMatchObject({ workspace: { id: workspaceId }, member: { role: 'DEVELOPER' } });
    expect(answer.headers['x-workspace-id']).toBe(workspaceId);
  });

  it('is that of the oldest active membership without the header', async () => {
    const person = await somebody(t);
    t.clock.advance({ seconds: 1 });
    await join(t, { person, role: 'VIEWER', by: owner, workspace: workspaceId });

    const answer = await me(person);

    expect(answer.body.workspace.id).toBe(person.ownWorkspaceId);
    expect(answer.headers['x-workspace-id']).toBe(person.ownWorkspaceId);
    expect(answer.body.memberships.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([
      true,
      false,
    ]);
  });

  it('depends on when the person joined, not on when the workspace was created', async () => {
    const [person, founder] = [await somebody(t), await somebody(t)];
    t.clock.advance({ seconds: 1 });
    const made = await t.rest('POST', '/api/developer-portal/workspaces', {
      as: person,
      body: { name: 'Late' },
    });
    t.clock.advance({ seconds: 1 });
    await join(t, { person, role: 'VIEWER', by: founder, workspace: founder.ownWorkspaceId });

    const { memberships } = (await me(person)).body;

    expect(memberships.map((one: { workspaceId: string }) => one.workspaceId)).toEqual([
      person.ownWorkspaceId,
      made.body.id,
      founder.ownWorkspaceId,
    ]);
  });

  it('is the one with the lower member id if two memberships are equally old', async () => {
    const person = await added('VIEWER');
    const rows = await Member.query(knex).where({ personId: person.personId }).orderBy('id');

    expect(rows.map(({ joinedAt }) => joinedAt)).toEqual([t.clock.now(), t.clock.now()]);
    expect(await chosen(person)).toBe(rows[0]?.workspaceId);
  });

  it('spec §2: is the next oldest while the oldest is suspended: only active membership grants access', async () => {
    const { person, memberId, guard } = await ownWorkspaceWithGuard();
    t.clock.advance({ seconds: 1 });
    const { body } = await t.rest('POST', '/api/developer-portal/workspaces', {
      as: person,
      body: { name: 'Second' },
    });
    const byGuard = { as: guard, workspace: person.ownWorkspaceId };

    await t.rest('POST', `/api/console/members/${memberId}/suspend`, byGuard);
    const during = await chosen(person);
    await t.rest('POST', `/api/console/members/${memberId}/reactivate`, byGuard);
    await signInAgain(t, person);
    const after = await chosen(person);

    expect(during).toBe(body.id);
    expect(after).toBe(person.ownWorkspaceId);
  });

  it('is the next oldest while the oldest workspace is not active', async () => {
    const person = await somebody(t);
    t.clock.advance({ seconds: 1 });
    const { body } = await t.rest('POST', '/api/developer-portal/workspaces', {
      as: person,
      body: { name: 'Second' },
    });

    await setWorkspace(person.ownWorkspaceId, 'SUSPENDED');

    expect(await chosen(person)).toBe(body.id);
  });

  it('counts a person from the date of rejoining after a removal', async () => {
    const { person, memberId, guard } = await ownWorkspaceWithGuard();
    t.clock.advance({ seconds: 1 });
    const { body } = await t.rest('POST', '/api/developer-portal/workspaces', {
      as: person,
      body: { name: 'Second' },
    });
    t.clock.advance({ seconds: 1 });
    const byGuard = { as: guard, workspace: person.ownWorkspaceId };

    await t.rest('DELETE', `/api/console/members/${memberId}`, byGuard);
    const again = await t.rest('POST', '/api/console/members', {
      ...byGuard,
      body: { personId: person.personId, role: 'ADMIN' },
    });

    expect(again.body.id).not.toBe(memberId);
    expect(again.body.joinedAt).toBe(t.clock.now().toISOString());
    await accept(t, person, person.ownWorkspaceId);
    await signInAgain(t, person);
    expect(await chosen(person)).toBe(body.id);
    expect(await chosen(person, person.ownWorkspaceId)).toBe(person.ownWorkspaceId);
  });
});

const nobodys = 'ws_01kaf5m2jcexxt5s6f3yq4z8rd';
const stranger = await somebody(t);
const member = await added('DEVELOPER');
const suspended = await another('DEVELOPER');
await setMember(`${suspended.memberId}/suspend`);
const removed = await another('DEVELOPER');
await setMember(removed.memberId, 'DELETE');
const sleeping = await somebody(t);
const sleepingId = (
  await t.rest('POST', '/api/developer-portal/workspaces', { as: sleeping, body: { name: 'Asleep' } })
).body.id;
await setWorkspace(sleepingId, 'SUSPENDED');
const leaving = await somebody(t);
const leavingId = (
  await t.rest('POST', '/api/developer-portal/workspaces', { as: leaving, body: { name: 'Leaving' } })
).body.id;
await setWorkspace(leavingId, 'DELETING');

// oxfmt-ignore
const refused: [name: string, who: Somebody, header: string][] = [
  ['an unknown id', member, nobodys],
  ['a foreign id', member, stranger.ownWorkspaceId],
  ['an empty header', member, ''],
  ['a word', member, 'workspace'],
  ['the id of something else', member, member.memberId],
  ['the id in capitals', member, workspaceId.toUpperCase()],
  ['the id without its prefix', member, workspaceId.slice(3)],
  ['the id cut off', member, workspaceId.slice(0, -1)],
  ['the id in quotes', member, `"${workspaceId}"`],
  ['SQL', member, "' or '1'='1"],
  ['a path', member, `../${workspaceId}`],
  ['the same id twice', member, `${workspaceId}, ${workspaceId}`],
  ['two ids, both the member’s own', member, `${workspaceId},${member.ownWorkspaceId}`],
  ['1,000 characters', member, 'w'.repeat(1000)],
  ['a suspended workspace', sleeping, sleepingId],
  ['a workspace that is being deleted', leaving, leavingId],
  ['the workspace of a suspended member', suspended, workspaceId],
  ['the workspace of a removed member', removed, workspaceId],
];

const problem = {
  type: 'urn:sallyport:problem:workspace_access_denied',
  title: 'Workspace access denied',
  detail: 'You do not have access to the requested workspace',
  message: 'You do not have access to the requested workspace',
  code: 'workspace_access_denied',
  status: 403,
  requestId: expect.any(String),
};

describe('spec §5.3, §7: You do not have access to the requested workspace', () => {
  it.each(refused)('returns the same 403 for %s', async (_name, who, header) => {
    const portal = await me(who, header);
    const console = await t.rest('GET', '/api/console/members', { as: who, workspace: header });
    const missing = await me(member, nobodys);

    expect(portal.status).toBe(403);
    expect(portal.body).toEqual(problem);
    expect(console.status).toBe(403);
    expect(textOf(console.body)).toBe(textOf(portal.body));
    expect(textOf(portal.body)).toBe(textOf(missing.body));
    expect(Object.keys(portal.headers)).toEqual(Object.keys(missing.headers));
    expect(portal.headers).not.toHaveProperty('x-workspace-id');
  });

  it.each(refused)('returns 403 over GraphQL for %s', async (_name, who, header) => {
    const answer = await t.graphql('{ me { person { id } } }', {}, { as: who, workspace: header });

    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      errors: [
        {
          message: 'You do not have access to the requested workspace',
          extensions: { code: 'workspace_access_denied', status: 403, requestId: expect.any(String) },
        },
      ],
    });
  });

  it('returns 403 if the request has the header twice', async () => {
    const address = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));
    const headers = {
      authorization: `Bearer ${member.token}`,
      'x-workspace-id': [workspaceId, workspaceId],
    };

    const status = await new Promise((resolve, reject) => {
      const sent = request(new URL('/api/developer-portal/me', address), { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });

    expect(status).toBe(403);
  });

  it('writes an entry in the person’s chain, and none in the requested workspace', async () => {
    const before = (await entriesOf(t, stranger.ownWorkspaceId)).length;
    t.clock.advance({ minutes: 1 });

    await me(member, stranger.ownWorkspaceId);

    expect((await entriesOf(t, member.personId)).at(-1)).toMatchObject({
      outcome: 'DENIED',
      changes: { code: 'workspace_access_denied' },
      actor: { kind: 'PERSON', id: member.personId },
    });
    expect(await entriesOf(t, stranger.ownWorkspaceId)).toHaveLength(before);
  });

  it('is checked after the session: a request without one gets 401', async () => {
    const answer = await t.rest('GET', '/api/developer-portal/me', { workspace: nobodys });

    expect(answer).toMatchObject({ status: 401, body: { code: 'session_missing' } });
  });
});
