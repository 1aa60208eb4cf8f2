import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import type { Role } from '../../../db/models/member.ts';
import { holds } from '../../../schema/access/permissions.ts';
import { approvalsOf, type Asked } from '../../support/approvals.ts';
import { testApp } from '../../support/app.ts';
import { count } from '../../support/count.ts';
import { databaseKind } from '../../support/database.ts';
import { cast } from '../../support/people.ts';
import { seed } from '../../support/seed.ts';
import { hasOwner, robotsOf, type Machine, type Player } from './four-eyes.robots.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
interface Waiting {
  asked: Asked;
  /** Everyone behind it, as the history goes on: a machine's list grows. */
  behind: ReadonlySet<string>;
  mayAsk: () => boolean;
  at: number;
  isDecided: boolean;
}

const startingRoles = ['ADMIN', 'ADMIN', 'OWNER', 'DEVELOPER', 'APPROVER'] as const;
const who = fc.nat({ max: startingRoles.length - 1 });
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('make' as const), who }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('machine asks' as const), who, which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(...(['issue', 'rotate', 'adopt'] as const)),
      who,
      which,
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** A workspace does not grow without end: after so many histories another one is founded. */
const historiesPerStage = 50;
/** Who never ask, so that there is always somebody who could decide. */
const owners: string[] = [];
let played = 0;
let stage: Awaited<ReturnType<typeof newStage>>;

/** Of two databases the embedded one, which is slower and judges nothing by itself, plays a quarter of them. */
const isSecond = databaseKind === 'PGLITE' && process.env['SALLYPORT_TEST_ON_BOTH'] === '1';
const histories = count(isSecond ? 2500 : 10_000);
/** A history takes a quarter of a second, on a busy machine a multiple of that. */
const timeoutMs = histories * 1200;

it(
  'spec §5.8, §5.10: in no history of people, automations, roles, requests and decisions does anybody behind a request decide it',
  async () => {
    const history = fc.array(action, { minLength: 6, maxLength: 16 });

    await fc.assert(
      fc.asyncProperty(history, async (actions) => {
        if (played % historiesPerStage === 0) stage = await newStage();
        played += 1;
        await stage.play(actions);
      }),
      { seed: seed(), numRuns: histories },
    );

    const { rows } = await t.ports.database.knex.raw(`
    select count(*) as decisions, count(*) filter (where person_id = any (persons)) as own,
      count(*) filter (where requested_by in (select member_id from automation)) as about_machines,
      count(*) filter (where exists (
        select from automation join automation_person behind on behind.automation_id = automation.id
        where member_id = requested_by and behind.person_id = decision.person_id
          and behind.created_at <= decision.created_at)) as by_who_had_joined
    from approval_decision decision join approval_request request on request.id = decision.request_id`);
    expect([rows[0].own, rows[0].by_who_had_joined]).toEqual([0, 0]);
    expect(rows[0].about_machines).toBeGreaterThan(histories / 20);
    expect(rows[0].decisions).toBeGreaterThan(histories / 10);
    const ofOwners = ApprovalDecision.query(t.ports.database.knex).whereIn('personId', owners);
    expect(await ofOwners).toEqual([]);
  },
  timeoutMs,
);

type Verb = 'approve' | 'reject' | 'requestChanges';

async function newStage() {
  const everyone = await cast(t);
  const { owner, workspaceId } = everyone;
  const { ask, approve, reject, requestChanges } = approvalsOf(t, everyone);
  const robots = robotsOf(t, everyone);
  const verbs = { approve, reject, requestChanges };
  const players: Player[] = [];
  for (const role of startingRoles) {
    const now = t.clock.now().getTime();
    const member = await everyone.another(role);
    players.push({ member, role, isActive: true, activeSince: now, roleSince: now, returns: 0 });
  }
  owners.push(owner.personId);

  async function play(actions: Action[]): Promise<void> {
    const waiting: Waiting[] = [];
    const machines: Machine[] = [];
    const maker = players.find(({ isActive, role }) => isActive && holds(role, 'members:write'));
    if (maker) await robots.make(maker, machines);
    for (const step of actions) {
      t.clock.advance({ seconds: 0.001 });
      const player = players[step.who] as Player;
      const machine = 'which' in step ? machines[step.which % machines.length] : undefined;
      if (step.kind === 'ask') await asks(player, waiting);
      else if (step.kind === 'decide') await decides(player, waiting[step.which % waiting.length], step.verb);
      else if (step.kind === 'role') await becomes(player, step.role);
      else if (step.kind === 'make') await robots.make(player, machines);
      else if (step.kind === 'machine asks') await machineAsks(machine, waiting);
      else if (step.kind === 'suspend' || step.kind === 'reactivate') await moves(player, step.kind);
      else if (machine) await robots[step.kind](player, machine);
    }
  }

  async function asks(player: Player, waiting: Waiting[]): Promise<void> {
    const mayAsk = () => player.isActive && holds(player.role, 'production_access:request');
    if (!mayAsk()) return;
    const behind = new Set([player.member.personId]);
    const at = t.clock.now().getTime();
    waiting.push({ asked: await ask(player.member), behind, mayAsk, at, isDecided: false });
  }

  async function machineAsks(machine: Machine | undefined, waiting: Waiting[]): Promise<void> {
    const token = machine && (await robots.token(machine));
    if (!machine || !token) return;
    const mayAsk = () => hasOwner(machine);
    const at = t.clock.now().getTime();
    waiting.push({ asked: await ask({ token }), behind: machine.behind, mayAsk, at, isDecided: false });
  }

  async function decides(player: Player, request: Waiting | undefined, verb: Verb): Promise<void> {
    if (!request) return;
    const expected = expectedOf(player, request, verb);

    const { code = 'OK' } = await verbs[verb](request.asked, player.member);

    expect(code).toBe(expected);
    request.isDecided ||= expected === 'OK';
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
    player.isActive = isActive;
    if (isActive)
      Object.assign(player, { activeSince: t.clock.now().getTime(), returns: player.returns + 1 });
  }

  return { play };
}

/** What has to come of it, told from the history alone. */
function expectedOf(
  { member, role, isActive, activeSince, roleSince }: Player,
  request: Waiting,
  verb: Verb,
): string {
  if (!isActive) return 'workspace_access_denied';
  if (!holds(role, 'approvals:decide') || !holds(role, 'production_access:approve'))
    return 'permission_required';
  if (request.behind.has(member.personId)) return 'self_approval_forbidden';
  if (activeSince > request.at || roleSince > request.at) return 'approver_too_new';
  if (request.isDecided) return 'already_decided';
  return verb === 'approve' && !request.mayAsk() ? 'invalid_transition' : 'OK';
}
