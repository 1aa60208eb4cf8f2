import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../db/models/member.ts';
import { Session } from '../../../../db/models/session.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { cast, somebody, type CastMember, type Somebody } from '../../../support/people.ts';
import { lastEntryOf, lastEventOf, textOf } from '../../../support/trail.ts';

const t = await testApp();
const { owner, workspaceId, as, another, added } = await cast(t);

async function sessionIdOf({ personId }: Somebody): Promise<string> {
  const session = await Session.query(t.ports.database.knex).findOne({ personId }).throwIfNotFound();
  return session.id;
}

async function revoke(by: Somebody, id: string, workspace?: string): Promise<Answer> {
  return await t.rest('DELETE', `/api/console/sessions/${id}`, { as: by, workspace });
}

/** Sends the same command each time, under one Idempotency-Key. */
async function revokeOnce(by: Somebody, id: string, workspace?: string): Promise<Answer> {
  const headers = { 'idempotency-key': id };
  return await t.rest('DELETE', `/api/console/sessions/${id}`, { as: by, workspace, headers });
}

async function me(token: string): Promise<Answer> {
  return await t.rest('GET', '/api/developer-portal/me', { as: token });
}

describe('revoking a session', () => {
  it('requires no permission for an own session, and ends its tokens immediately', async () => {
    const viewer = await another('VIEWER');
    const { email, password, personId } = viewer;
    const other = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });

    const answer = await revoke(viewer, other.body.session.id, workspaceId);

    expect(answer).toMatchObject({ status: 200, body: { id: other.body.session.id } });
    expect(await me(other.body.accessToken)).toMatchObject({
      status: 401,
      body: { code: 'session_invalid' },
    });
    const { refreshToken } = other.body;
    expect(await t.rest('POST', '/api/auth/refresh', { body: { refreshToken } })).toMatchObject({
      status: 401,
    });
    expect(await me(viewer.token)).toMatchObject({ status: 200 });
    expect(await lastEntryOf(t, personId)).toMatchObject({ action: 'session.revoked' });
  });

  it('can end the current session', async () => {
    const person = await somebody(t);

    await revoke(person, await sessionIdOf(person));

    expect(await me(person.token)).toMatchObject({ status: 401 });
  });

  it.each<Role>(['OWNER', 'ADMIN', 'SECURITY_ADMINISTRATOR'])(
    'ends the session of a fellow member for the role %s, which has sessions:revoke',
    async (role) => {
      const [actor, victim] = [await as(role), await another('DEVELOPER')];
      const id = await sessionIdOf(victim);

      const answer = await revoke(actor, id, workspaceId);

      expect(answer.status).toBe(200);
      expect(await me(victim.token)).toMatchObject({ status: 401 });
      expect(await lastEntryOf(t, workspaceId)).toMatchObject({
        action: 'member.sessions_revoked',
        outcome: 'SUCCESS',
        actor: { kind: 'MEMBER', id: actor.memberId, personId: actor.personId },
        targets: [
          { type: 'member', id: victim.memberId },
          { type: 'session', id, version: expect.any(Number) },
        ],
        changes: { session: id },
      });
      expect(await lastEventOf(t, workspaceId)).toMatchObject({
        type: 'member.sessions_revoked',
        resource: { type: 'member', id: victim.memberId },
      });
    },
  );

  it('spec §5: lets a security administrator end an owner’s session, which only revokes access and grants none', async () => {
    const [security, victim] = [await as('SECURITY_ADMINISTRATOR'), await another('OWNER')];
    const { email, password } = victim;

    const answer = await revoke(security, await sessionIdOf(victim), workspaceId);

    expect([answer.status, (await me(victim.token)).status]).toEqual([200, 401]);
    expect((await t.rest('POST', '/api/auth/sign-in', { body: { email, password } })).status).toBe(200);
  });

  it.each<Role>([
    'DEVELOPER',
    'APPROVER',
    'DOCUMENTATION_EDITOR',
    'BILLING_ADMINISTRATOR',
    'ANALYST',
    'SUPPORT',
    'COMPLIANCE_REVIEWER',
    'VIEWER',
  ])('spec §7: is refused to the role %s, with the same answer for any id', async (role) => {
    const [actor, stranger] = [await as(role), await somebody(t)];

    const fellow = await revoke(actor, await sessionIdOf(owner), workspaceId);
    const foreign = await revoke(actor, await sessionIdOf(stranger), workspaceId);
    const missing = await revoke(actor, 'ses_01kaf5m2jcexxt5s6f3yq4z8rd', workspaceId);

    expect(fellow).toMatchObject({
      status: 403,
      body: { message: 'Workspace permission is required: sessions:revoke', permission: 'sessions:revoke' },
    });
    expect([textOf(foreign.body), textOf(missing.body)]).toEqual([textOf(fellow.body), textOf(fellow.body)]);
    expect(await me(owner.token)).toMatchObject({ status: 200 });
  });

  it('returns 404 for a session outside the workspace, as for an unknown one, and ends nothing', async () => {
    const stranger = await somebody(t);

    const foreign = await revoke(owner, await sessionIdOf(stranger), workspaceId);
    const missing = await revoke(owner, 'ses_01kaf5m2jcexxt5s6f3yq4z8rd', workspaceId);

    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(textOf(foreign.body)).toBe(textOf(missing.body));
    expect(await me(stranger.token)).toMatchObject({ status: 200 });
  });

  it('returns 404 for the session of a removed member', async () => {
    const former = await another('VIEWER');
    await t.rest('DELETE', `/api/console/members/${former.memberId}`, { as: owner, workspace: workspaceId });

    const answer = await revoke(owner, await sessionIdOf(former), workspaceId);

    expect(answer.status).toBe(404);
    expect(await me(former.token)).toMatchObject({ status: 200 });
  });

  it('returns 404 for an ended session outside the workspace, too', async () => {
    const stranger = await somebody(t);
    const id = await sessionIdOf(stranger);
    await t.rest('POST', '/api/auth/sign-out', { as: stranger });

    expect(await revoke(owner, id, workspaceId)).toMatchObject({ status: 404 });
  });

  it('returns 409 for a session that has already ended', async () => {
    const person = await somebody(t);
    const { email, password } = person;
    const other = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    await revoke(person, other.body.session.id);

    expect(await revoke(person, other.body.session.id)).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
  });
});

describe('revoking a session again under its Idempotency-Key', () => {
  it('returns the same answer while the caller may end it, and for an own session in any workspace', async () => {
    const [security, victim] = [await another('SECURITY_ADMINISTRATOR'), await another('DEVELOPER')];
    const { email, password } = security;
    const other = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    const [fellows, own] = [await sessionIdOf(victim), other.body.session.id];

    const first = await revokeOnce(security, fellows, workspaceId);
    const again = await revokeOnce(security, fellows, workspaceId);
    await revokeOnce(security, own, workspaceId);
    await change('DELETE', security);
    const [here, none] = [await revokeOnce(security, own, workspaceId), await revokeOnce(security, own)];

    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect([here.status, none.status, none.body.id]).toEqual([403, 200, own]);
  });

  it.each<[string, (who: CastMember) => Promise<unknown>]>([
    ['was removed since', async (who) => await change('DELETE', who)],
    ['was suspended since', async (who) => await change('POST', who, '/suspend')],
    ['has another role since', async (who) => await change('PATCH', who, '', { role: 'DEVELOPER' })],
  ])('returns nothing to a caller who %s, in this workspace, in their own or in none', async (_how, lose) => {
    const [security, victim] = [await added('SECURITY_ADMINISTRATOR'), await another('DEVELOPER')];
    const id = await sessionIdOf(victim);
    const first = await revokeOnce(security, id, workspaceId);
    await lose(security);

    const here = await revokeOnce(security, id, workspaceId);
    const own = await revokeOnce(security, id, security.ownWorkspaceId);
    const none = await revokeOnce(security, id);

    expect([first.status, here.status]).toEqual([200, 403]);
    expect([own.status, own.body.code, none.status]).toEqual([404, 'not_found', 404]);
    expect(textOf([here.body, own.body, none.body])).not.toContain(id);
  });
});

async function change(
  method: 'DELETE' | 'PATCH' | 'POST',
  { memberId }: CastMember,
  verb = '',
  body?: object,
) {
  const path = `/api/console/members/${memberId}${verb}`;
  return await t.rest(method, path, { as: owner, workspace: workspaceId, body });
}
