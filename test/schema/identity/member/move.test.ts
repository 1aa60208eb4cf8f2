import { describe, expect, it } from 'vitest';
import { roles } from '../../../../db/models/member.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { cast, somebody, type CastMember, type Somebody } from '../../../support/people.ts';
import { lastEntryOf, lastEventOf, textOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { owner, workspaceId, as, another, added } = await cast(t);

type Move = 'suspend' | 'reactivate' | 'remove';

async function move(by: Somebody, action: Move, id: string, body?: unknown): Promise<Answer> {
  const request = { as: by, workspace: workspaceId, body };
  if (action === 'remove') return await t.rest('DELETE', `/api/console/members/${id}`, request);
  return await t.rest('POST', `/api/console/members/${id}/${action}`, request);
}

async function statusIn(member: Somebody): Promise<number> {
  return (await t.rest('GET', '/api/console/members', { as: member, workspace: workspaceId })).status;
}

async function suspendedMember(): Promise<CastMember> {
  const member = await another('DEVELOPER');
  await move(owner, 'suspend', member.memberId);
  return member;
}

const ready = {
  suspend: async () => await another('DEVELOPER'),
  reactivate: suspendedMember,
  remove: async () => await another('DEVELOPER'),
};

// oxfmt-ignore
const moves = [
  {
    action: 'suspend',
    permission: 'members:write',
    event: 'member.suspended',
    from: 'ACTIVE',
    to: 'SUSPENDED',
    next: 403,
  },
  {
    action: 'reactivate',
    permission: 'members:write',
    event: 'member.reactivated',
    from: 'SUSPENDED',
    to: 'ACTIVE',
    next: 401,
  },
  {
    action: 'remove',
    permission: 'members:remove',
    event: 'member.removed',
    from: 'ACTIVE',
    to: 'REMOVED',
    next: 403,
  },
] as const;

describe.each(moves)('$action a member', ({ action, permission, event, from, to, next }) => {
  it(`makes the member ${to}, from the next request with the same token on`, async () => {
    const member = await ready[action]();
    const before = await statusIn(member);

    const answer = await move(owner, action, member.memberId);
    const after = await statusIn(member);

    expect(answer).toMatchObject({
      status: 200,
      body: { id: member.memberId, status: to, role: 'DEVELOPER' },
    });
    expect([before, after]).toEqual([from === 'ACTIVE' ? 200 : 403, next]);
  });

  it('writes an entry and an event', async () => {
    const member = await ready[action]();

    const { body } = await move(owner, action, member.memberId);

    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      action: event,
      outcome: 'SUCCESS',
      actor: { kind: 'MEMBER', id: owner.memberId, personId: owner.personId },
      targets: [{ type: 'member', id: member.memberId }],
      changes: { status: [from, to] },
    });
    expect(await lastEventOf(t, workspaceId)).toMatchObject({
      type: event,
      resource: { type: 'member', id: member.memberId, version: body.rowVersion },
      data: { personId: member.personId, status: to },
    });
  });

  it('is allowed to an ADMIN', async () => {
    const member = await ready[action]();

    expect(await move(await as('ADMIN'), action, member.memberId)).toMatchObject({ status: 200 });
  });

  it('spec §7: is refused to every other role with the documented sentence', async () => {
    const member = await ready[action]();
    const others = await Promise.all(
      roles.filter((role) => role !== 'OWNER' && role !== 'ADMIN').map(async (role) => await as(role)),
    );
    t.clock.advance({ minutes: 1 });

    const answers = await Promise.all(
      others.map(async (other) => await move(other, action, member.memberId)),
    );

    const refused = {
      status: 403,
      body: { message: `Workspace permission is required: ${permission}`, permission },
    };
    expect(answers).toMatchObject(others.map(() => refused));
    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      outcome: 'DENIED',
      reason: refused.body.message,
    });
  });

  it('returns 404 for a member of another workspace, as for an unknown one', async () => {
    const stranger = await somebody(t);
    const { body } = await t.rest('GET', '/api/developer-portal/me', { as: stranger });

    const foreign = await move(owner, action, body.member.id);
    const missing = await move(owner, action, 'mem_01kaf5m2jcexxt5s6f3yq4z8rd');

    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(textOf(foreign.body)).toBe(textOf(missing.body));
    expect((await t.rest('GET', '/api/developer-portal/me', { as: stranger })).body.member.id).toBe(
      body.member.id,
    );
  });

  it('returns 404 for a removed member', async () => {
    const member = await another('VIEWER');
    await move(owner, 'remove', member.memberId);

    expect(await move(owner, action, member.memberId)).toMatchObject({ status: 404 });
  });
});

describe('moving a member between states', () => {
  it('returns 409 for suspending a suspended member', async () => {
    const member = await suspendedMember();

    expect(await move(owner, 'suspend', member.memberId)).toMatchObject({
      status: 409,
      body: {
        code: 'invalid_transition',
        transition: { from: 'SUSPENDED', action: 'suspend', allowed: ['reactivate', 'remove'] },
      },
    });
  });

  it('returns 409 for reactivating an active member', async () => {
    const member = await another('VIEWER');

    expect(await move(owner, 'reactivate', member.memberId)).toMatchObject({
      status: 409,
      body: {
        code: 'invalid_transition',
        transition: { from: 'ACTIVE', action: 'reactivate', allowed: ['suspend', 'remove'] },
      },
    });
  });

  it('returns 200 for removing a suspended member', async () => {
    const member = await suspendedMember();

    expect(await move(owner, 'remove', member.memberId)).toMatchObject({
      status: 200,
      body: { status: 'REMOVED' },
    });
  });

  it('keeps the role, and restores access only by a reactivation', async () => {
    const member = await suspendedMember();

    await t.rest('PATCH', `/api/console/members/${member.memberId}`, {
      as: owner,
      workspace: workspaceId,
      body: { role: 'ADMIN' },
    });
    const during = await statusIn(member);
    const { body } = await move(owner, 'reactivate', member.memberId);

    expect(during).toBe(403);
    expect(body).toMatchObject({ status: 'ACTIVE', role: 'ADMIN' });
  });

  it('restarts the membership and the role at a reactivation, and neither at a suspension', async () => {
    const member = await another('VIEWER');
    const joinedAt = t.clock.now().toISOString();
    t.clock.advance({ minutes: 1 });
    const suspended = await move(owner, 'suspend', member.memberId);
    t.clock.advance({ minutes: 1 });
    const reactivated = await move(owner, 'reactivate', member.memberId);

    const now = t.clock.now().toISOString();
    expect(suspended.body).toMatchObject({ roleSince: joinedAt, activeSince: joinedAt, joinedAt });
    expect(reactivated.body).toMatchObject({ roleSince: now, activeSince: now, joinedAt });
  });

  it('does not affect the person’s other workspaces and sessions', async () => {
    const member = await added('VIEWER');

    await move(owner, 'remove', member.memberId);

    const answer = await t.rest('GET', '/api/console/workspace', {
      as: member,
      workspace: member.ownWorkspaceId,
    });
    expect(answer).toMatchObject({ status: 200, body: { id: member.ownWorkspaceId } });
  });

  it('leaves suspended members in the list, and takes removed ones out', async () => {
    const [suspended, removed] = [await suspendedMember(), await another('VIEWER')];
    await move(owner, 'remove', removed.memberId);

    const { body } = await t.rest('GET', '/api/console/members?limit=100', {
      as: owner,
      workspace: workspaceId,
    });

    const listed = new Map(body.data.map((one: { id: string; status: string }) => [one.id, one.status]));
    expect([listed.get(suspended.memberId), listed.has(removed.memberId)]).toEqual(['SUSPENDED', false]);
  });

  it('stores the given reason in the audit log', async () => {
    const member = await another('VIEWER');

    await move(owner, 'suspend', member.memberId, { reason: 'On leave until May.' });

    expect(await lastEntryOf(t, workspaceId)).toMatchObject({ reason: 'On leave until May.' });
  });

  it('returns 422 for a reason beyond 500 characters, and changes nothing', async () => {
    const member = await another('VIEWER');

    const answer = await move(owner, 'suspend', member.memberId, { reason: 'x'.repeat(501) });

    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/reason' }] } });
    expect(await statusIn(member)).toBe(200);
  });
});
