import { describe, expect, it } from 'vitest';
import { memberStatuses, roles, type Role } from '../../../../db/models/member.ts';
import { holds } from '../../../../schema/kernel/access/permissions.ts';
import { awaitsPerson, isRaise, memberMoves } from '../../../../schema/identity/member/rules.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { cast, somebody, type Cast, type Somebody } from '../../../support/people.ts';
import { lastEntryOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });

const path = (id: string) => `/api/console/members/${id}`;

/** The operations on a member of a workspace. */
function verbsOf(workspaceId: string) {
  const request = (as: Somebody) => ({ as, workspace: workspaceId });
  return {
    demote: async (as: Somebody, id: string): Promise<Answer> =>
      await t.rest('PATCH', path(id), { ...request(as), body: { role: 'VIEWER' } }),
    promote: async (as: Somebody, id: string): Promise<Answer> =>
      await t.rest('PATCH', path(id), { ...request(as), body: { role: 'OWNER' } }),
    suspend: async (as: Somebody, id: string): Promise<Answer> =>
      await t.rest('POST', `${path(id)}/suspend`, request(as)),
    reactivate: async (as: Somebody, id: string): Promise<Answer> =>
      await t.rest('POST', `${path(id)}/reactivate`, request(as)),
    remove: async (as: Somebody, id: string): Promise<Answer> =>
      await t.rest('DELETE', path(id), request(as)),
  };
}

async function readMember(by: Somebody, workspace: string, id: string) {
  return (await t.rest('GET', `/api/console/members/${id}`, { as: by, workspace })).body;
}

it('spec §5.2: a membership that began no later than the reclaim waits for its person', () => {
  const at = (ms: number) => new Date(1_800_000_000_000 + ms);
  const reclaimed = { reclaimedAt: at(0) };

  const waits = [-1, 0, 1].map((ms) => awaitsPerson(reclaimed, at(ms)));

  expect(waits).toEqual([true, true, false]);
  expect(awaitsPerson({ reclaimedAt: null }, at(0))).toBe(false);
});

// Members could admit themselves only by a raise: additions, invitations and reactivations are of other
// people.
it('spec §5.10: members do not raise themselves: a role that can change roles gains nothing from another one', () => {
  const changers = roles.filter((role) => holds(role, 'members:write'));

  expect(changers).toEqual(['OWNER', 'ADMIN']);
  for (const role of changers) expect(roles.filter((after) => isRaise(role, after))).toEqual([]);
});

describe('the states of a member', () => {
  it.each([
    ['ACTIVE', 'suspend', 'SUSPENDED'],
    ['ACTIVE', 'remove', 'REMOVED'],
    ['ACTIVE', 'reclaim', 'UNCONFIRMED'],
    ['UNCONFIRMED', 'confirm', 'ACTIVE'],
    ['UNCONFIRMED', 'remove', 'REMOVED'],
    ['SUSPENDED', 'reactivate', 'ACTIVE'],
    ['SUSPENDED', 'remove', 'REMOVED'],
  ] as const)('%s: %s leads to %s', (from, action, to) => {
    expect(memberMoves.next(from, action)).toBe(to);
  });

  it.each([
    ['ACTIVE', 'reactivate'],
    ['ACTIVE', 'confirm'],
    ['UNCONFIRMED', 'suspend'],
    ['UNCONFIRMED', 'reactivate'],
    ['SUSPENDED', 'suspend'],
    ['SUSPENDED', 'confirm'],
    ['REMOVED', 'suspend'],
    ['REMOVED', 'reactivate'],
    ['REMOVED', 'remove'],
  ] as const)('%s: %s is refused', (from, action) => {
    expect(() => memberMoves.next(from, action)).toThrow(
      expect.objectContaining({ code: 'invalid_transition' }),
    );
  });

  it('are all in the table', () => {
    expect(Object.keys(memberMoves.moves)).toEqual([...memberStatuses]);
  });
});

describe('the rank guard: only an owner changes an owner', () => {
  const stage = cast(t);

  it.each(['demote', 'suspend', 'remove'] as const)('an ADMIN cannot %s an OWNER', async (verb) => {
    const { owner, workspaceId, as, another } = await stage;
    const [admin, victim] = [await as('ADMIN'), await another('OWNER')];
    t.clock.advance({ minutes: 1 });

    const answer = await verbsOf(workspaceId)[verb](admin, victim.memberId);

    expect(answer).toMatchObject({ status: 403, body: { code: 'rank_too_low' } });
    expect(await readMember(owner, workspaceId, victim.memberId)).toMatchObject({
      role: 'OWNER',
      status: 'ACTIVE',
    });
    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      outcome: 'DENIED',
      actor: { id: admin.memberId },
      changes: { code: 'rank_too_low' },
    });
  });

  it('an ADMIN cannot reactivate an OWNER', async () => {
    const { owner, workspaceId, as, another } = await stage;
    const [admin, victim] = [await as('ADMIN'), await another('OWNER')];
    const verbs = verbsOf(workspaceId);
    await verbs.suspend(owner, victim.memberId);

    const answer = await verbs.reactivate(admin, victim.memberId);

    expect(answer).toMatchObject({ status: 403, body: { code: 'rank_too_low' } });
    expect(await readMember(owner, workspaceId, victim.memberId)).toMatchObject({ status: 'SUSPENDED' });
  });

  it.each<Role>(['VIEWER', 'ADMIN'])(
    'an ADMIN cannot make an OWNER of a member with the role %s',
    async (role) => {
      const { workspaceId, as, another } = await stage;
      const [admin, member] = [await as('ADMIN'), await another(role)];

      const answer = await verbsOf(workspaceId).promote(admin, member.memberId);

      expect(answer).toMatchObject({ status: 403, body: { code: 'rank_too_low' } });
    },
  );

  it('an ADMIN cannot make an OWNER of themselves', async () => {
    const { workspaceId, as } = await stage;
    const admin = await as('ADMIN');

    expect(await verbsOf(workspaceId).promote(admin, admin.memberId)).toMatchObject({
      status: 403,
      body: { code: 'rank_too_low' },
    });
  });

  it.each(['demote', 'suspend', 'remove'] as const)('an OWNER can %s another OWNER', async (verb) => {
    const { owner, workspaceId, another } = await stage;
    const victim = await another('OWNER');

    expect(await verbsOf(workspaceId)[verb](owner, victim.memberId)).toMatchObject({ status: 200 });
  });

  it.each(['demote', 'suspend', 'remove'] as const)('an ADMIN can %s another ADMIN', async (verb) => {
    const { workspaceId, as, another } = await stage;
    const [admin, victim] = [await as('ADMIN'), await another('ADMIN')];

    expect(await verbsOf(workspaceId)[verb](admin, victim.memberId)).toMatchObject({ status: 200 });
  });
});

describe('the last owner', () => {
  it.each(['demote', 'suspend', 'remove'] as const)('cannot %s themselves', async (verb) => {
    const { owner, workspaceId } = await cast(t);

    const answer = await verbsOf(workspaceId)[verb](owner, owner.memberId);

    expect(answer).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    expect(await readMember(owner, workspaceId, owner.memberId)).toMatchObject({
      role: 'OWNER',
      status: 'ACTIVE',
    });
    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      outcome: 'DENIED',
      changes: { code: 'last_owner' },
    });
  });

  it('cannot rely on an owner who is suspended', async () => {
    const { owner, workspaceId, another } = await cast(t);
    const verbs = verbsOf(workspaceId);
    await verbs.suspend(owner, (await another('OWNER')).memberId);

    expect(await verbs.demote(owner, owner.memberId)).toMatchObject({
      status: 409,
      body: { code: 'last_owner' },
    });
  });

  it('cannot rely on the owner of another workspace', async () => {
    const { owner, workspaceId } = await cast(t);
    await somebody(t);

    expect(await verbsOf(workspaceId).remove(owner, owner.memberId)).toMatchObject({ status: 409 });
  });

  it('can be removed after another owner has joined, who is then the last one', async () => {
    const { owner, workspaceId, another } = await cast(t);
    const second = await another('OWNER');
    const verbs = verbsOf(workspaceId);

    const first = await verbs.remove(owner, owner.memberId);
    const then = await verbs.remove(second, second.memberId);

    expect(first).toMatchObject({ status: 200, body: { status: 'REMOVED' } });
    expect(then).toMatchObject({ status: 409, body: { code: 'last_owner' } });
  });

  it.each(['demote', 'suspend', 'remove'] as const)(
    'remains when two owners %s each other at the same time',
    async (verb) => {
      for (let round = 0; round < count(100); round += 1) {
        const stage: Cast = await cast(t);
        const [one, two] = [stage.owner, await stage.another('OWNER')];
        const verbs = verbsOf(stage.workspaceId);

        const answers = await Promise.all([verbs[verb](one, two.memberId), verbs[verb](two, one.memberId)]);

        const won = answers.filter(({ status }) => status === 200);
        expect(won).toHaveLength(1);
        const left = won[0] === answers[0] ? one : two;
        const { body } = await t.rest('GET', '/api/console/members', {
          as: left,
          workspace: stage.workspaceId,
        });
        const owners = body.data.filter(
          (row: { role: string; status: string }) => row.role === 'OWNER' && row.status === 'ACTIVE',
        );
        expect(owners.map(({ id }: { id: string }) => id)).toEqual([left.memberId]);
      }
    },
  );

  it.each(['demote', 'suspend', 'remove'] as const)(
    'remains when two owners %s themselves at the same time',
    async (verb) => {
      const { owner, workspaceId, another } = await cast(t);
      const second = await another('OWNER');
      const verbs = verbsOf(workspaceId);

      const answers = await Promise.all([
        verbs[verb](owner, owner.memberId),
        verbs[verb](second, second.memberId),
      ]);

      expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_owner');
    },
  );
});
