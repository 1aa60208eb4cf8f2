import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import type { Role } from '../../../db/models/member.ts';
import { holds } from '../../../schema/access/permissions.ts';
import { approvalsOf, type Asked } from '../../support/approvals.ts';
import { testApp } from '../../support/app.ts';
import { count } from '../../support/count.ts';
import { cast, type CastMember } from '../../support/people.ts';
import { seed } from '../../support/seed.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const everyone = await cast(t);
// Who never asks, so that there is always somebody who could decide.
const { owner, workspaceId } = everyone;
const { ask, approve, reject, requestChanges } = approvalsOf(t, everyone);
const verbs = { approve, reject, requestChanges };

interface Player {
  member: CastMember;
  role: Role;
  isActive: boolean;
  activeSince: number;
  roleSince: number;
}

interface Waiting {
  asked: Asked;
  by: Player;
  at: number;
  isDecided: boolean;
}

const startingRoles = ['ADMIN', 'ADMIN', 'OWNER', 'DEVELOPER', 'APPROVER'] as const;
const players: Player[] = [];
for (const role of startingRoles) {
  const now = t.clock.now().getTime();
  const member = await everyone.another(role);
  players.push({ member, role, isActive: true, activeSince: now, roleSince: now });
}

const who = fc.nat({ max: players.length - 1 });
const which = fc.nat({ max: 3 });
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), who }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      who,
      which,
      verb: fc.constantFrom(...(['approve', 'approve', 'reject', 'requestChanges'] as const)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('role' as const),
      who,
      role: fc.constantFrom<Role>('OWNER', 'ADMIN', 'ADMIN', 'ADMIN', 'DEVELOPER', 'APPROVER'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('suspend' as const), who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reactivate' as const), who }) },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

it('spec §5.10: in no history of people, roles, requests and decisions does anybody decide what they asked for', async () => {
  const history = fc.array(action, { minLength: 8, maxLength: 20 });

  await fc.assert(
    fc.asyncProperty(history, async (actions) => await play(actions)),
    { seed: seed(), numRuns: count(10_000) },
  );

  const { rows } = await t.ports.database.knex.raw(`
    select count(*) as decisions, count(*) filter (where person_id = any (persons)) as own
    from approval_decision decision join approval_request request on request.id = decision.request_id`);
  expect(rows[0].own).toBe(0);
  expect(rows[0].decisions).toBeGreaterThan(count(10_000) / 3);
  expect(await ApprovalDecision.query(t.ports.database.knex).where({ personId: owner.personId })).toEqual([]);
});

async function play(actions: Action[]): Promise<void> {
  const waiting: Waiting[] = [];
  for (const step of actions) {
    t.clock.advance({ seconds: 0.001 });
    const player = players[step.who] as Player;
    if (step.kind === 'ask') await asks(player, waiting);
    else if (step.kind === 'decide') await decides(player, waiting[step.which % waiting.length], step.verb);
    else if (step.kind === 'role') await becomes(player, step.role);
    else await moves(player, step.kind);
  }
}

async function asks(player: Player, waiting: Waiting[]): Promise<void> {
  if (!player.isActive || !holds(player.role, 'production_access:request')) return;
  waiting.push({
    asked: await ask(player.member),
    by: player,
    at: t.clock.now().getTime(),
    isDecided: false,
  });
}

async function decides(
  player: Player,
  request: Waiting | undefined,
  verb: keyof typeof verbs,
): Promise<void> {
  if (!request) return;
  const expected = expectedOf(player, request, verb);

  const { code = 'OK' } = await verbs[verb](request.asked, player.member);

  expect(code).toBe(expected);
  request.isDecided ||= expected === 'OK';
}

/** What has to come of it, told from the history alone. */
function expectedOf(
  { member, role, isActive, activeSince, roleSince }: Player,
  request: Waiting,
  verb: keyof typeof verbs,
): string {
  if (!isActive) return 'workspace_access_denied';
  if (!holds(role, 'approvals:decide') || !holds(role, 'production_access:approve'))
    return 'permission_required';
  if (request.by.member.personId === member.personId) return 'self_approval_forbidden';
  if (activeSince > request.at || roleSince > request.at) return 'approver_too_new';
  if (request.isDecided) return 'already_decided';
  const { by } = request;
  const mayAsk = by.isActive && holds(by.role, 'production_access:request');
  return verb === 'approve' && !mayAsk ? 'invalid_transition' : 'OK';
}

async function becomes(player: Player, role: Role): Promise<void> {
  if (player.role === role) return;
  const path = `/api/console/members/${player.member.memberId}`;
  const { status } = await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role } });
  expect(status).toBe(200);
  Object.assign(player, { role, roleSince: t.clock.now().getTime() });
}

async function moves(player: Player, verb: 'suspend' | 'reactivate'): Promise<void> {
  const isActive = verb === 'reactivate';
  if (player.isActive === isActive) return;
  const path = `/api/console/members/${player.member.memberId}/${verb}`;
  const { status } = await t.rest('POST', path, { as: owner, workspace: workspaceId });
  expect(status).toBe(200);
  Object.assign(player, { isActive, ...(isActive && { activeSince: t.clock.now().getTime() }) });
}
