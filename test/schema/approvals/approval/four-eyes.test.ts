import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApprovalDecision } from '../../../../db/models/approval-decision.ts';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import type { Role } from '../../../../db/models/member.ts';
import { holds } from '../../../../schema/kernel/access/permissions.ts';
import { cancelAbandoned } from '../../../../schema/approvals/approval/cancel-abandoned.ts';
import { approvalsOf, type Asked } from '../../../support/approvals.ts';
import { anotherInstance, testApp, type TestApp } from '../../../support/app.ts';
import { TestClock } from '../../../support/clock.ts';
import { count } from '../../../support/count.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { seed } from '../../../support/seed.ts';
import { hasOwner, robotsOf, type Machine, type Player } from './four-eyes.robots.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
/** The largest offset at which instances accept each other's tokens; longer than a history lasts. */
const behind = await anotherInstance(t, new TestClock('2026-11-20T08:59:35.000Z'));
const instances = [t, behind];

interface Waiting {
  asked: Asked;
  /** The persons accountable for the request; the list of an automation grows during the history. */
  behind: ReadonlySet<string>;
  mayAsk: () => boolean;
  /** Whether the requester has been suspended since, or the automation has stopped. */
  isAbandoned: () => boolean;
  /** The step of the history at which the request was made. */
  at: number;
  isDecided: boolean;
  isCancelled: boolean;
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tidy' as const), who }) },
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
/** A step at one of the instances. */
const step = fc.record({ action, where: fc.nat({ max: instances.length - 1 }) });
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Limits the growth of a workspace: after this many histories, the test creates another one. */
const historiesPerStage = 50;
/** Owners who never make requests, so that there is always somebody who could decide. */
const owners: string[] = [];
let played = 0;
let stage: Awaited<ReturnType<typeof newStage>>;

const histories = count(10_000);
/** A history takes a quarter of a second, and several times that on a busy machine. */
const timeoutMs = Math.max(600_000, histories * 1200);

/** Counts, in log order, decisions by persons who had a part in the requesting automation before. */
const decisionsCounted = `
  select count(*) as decisions, count(*) filter (where person_id = any (persons)) as own,
    count(*) filter (where requested_by in (select member_id from automation)) as about_machines,
    count(*) filter (where exists (
      select from automation
        join event joined on joined.workspace_id = automation.workspace_id
          and automation.id = coalesce(joined.data ->> 'automationId', joined.resource ->> 'id')
        join event decided on decided.resource ->> 'id' = request.id and decided.workspace_id = joined.workspace_id
      where member_id = requested_by and joined.actor ->> 'personId' = person_id
        and joined.type ~ '(created|adopted|rotated)$' and decided.actor ->> 'personId' = person_id
        and decided.type ~ '^approval.(approved|rejected|superseded)$' and joined.position < decided.position
    )) as by_who_had_joined
  from approval_decision decision join approval_request request on request.id = decision.request_id`;

it(
  'spec §5.8, §5.10: in no history of people, automations, roles, requests and decisions does an accountable person decide a request',
  async () => {
    const history = fc.array(step, { minLength: 6, maxLength: 16 });

    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        if (played % historiesPerStage === 0) stage = await newStage();
        played += 1;
        await stage.play(steps);
      }),
      { seed: seed(), numRuns: histories },
    );

    const { rows } = await t.ports.database.knex.raw(decisionsCounted);
    expect([rows[0].own, rows[0].by_who_had_joined]).toEqual([0, 0]);
    expect(rows[0].about_machines).toBeGreaterThan(histories / 20);
    expect(rows[0].decisions).toBeGreaterThan(histories / 10);
    const cancelled = ApprovalRequest.query(t.ports.database.knex).where({ status: 'CANCELLED' });
    expect(await cancelled.resultSize()).toBeGreaterThan(histories / 50);
    const ofOwners = ApprovalDecision.query(t.ports.database.knex).whereIn('personId', owners);
    expect(await ofOwners).toEqual([]);
  },
  timeoutMs,
);

type Verb = 'approve' | 'reject' | 'requestChanges';

/** An instance, and the commands that it runs. */
interface Door {
  app: TestApp;
  approvals: ReturnType<typeof approvalsOf>;
  robots: ReturnType<typeof robotsOf>;
}

async function newStage() {
  const everyone = await cast(t);
  const { owner, workspaceId } = everyone;
  const doors = instances.map((app) => ({
    app,
    approvals: approvalsOf(app, everyone),
    robots: robotsOf(app, everyone),
  }));
  const [front] = doors as [Door];
  const players: Player[] = [];
  for (const role of startingRoles) {
    const member = await everyone.another(role);
    players.push({ member, role, isActive: true, activeSince: 0, roleSince: 0, returns: 0 });
  }
  owners.push(owner.personId);
  /** Counts the steps, so that the order does not depend on a clock. */
  let moment = 0;

  async function play(steps: Step[]): Promise<void> {
    const waiting: Waiting[] = [];
    const machines: Machine[] = [];
    const maker = players.find(({ isActive, role }) => isActive && holds(role, 'members:write'));
    if (maker) await front.robots.make(maker, machines);
    for (const { action: it, where } of steps) {
      moment += 1;
      await takes(it, doors[where] ?? front, waiting, machines);
    }
  }

  async function takes(it: Action, door: Door, waiting: Waiting[], machines: Machine[]): Promise<void> {
    const player = players[it.who] as Player;
    const machine = 'which' in it ? machines[it.which % machines.length] : undefined;
    if (it.kind === 'ask') await asks(door, player, waiting);
    else if (it.kind === 'decide') await decides(door, player, waiting[it.which % waiting.length], it.verb);
    else if (it.kind === 'role') await becomes(door, player, it.role);
    else if (it.kind === 'tidy') await tidies(door, waiting);
    else if (it.kind === 'make') await door.robots.make(player, machines);
    else if (it.kind === 'machine asks') await machineAsks(door, machine, waiting);
    else if (it.kind === 'suspend' || it.kind === 'reactivate') await moves(door, player, it.kind);
    else if (machine) await door.robots[it.kind](player, machine);
  }

  async function asks({ approvals }: Door, player: Player, waiting: Waiting[]): Promise<void> {
    const mayAsk = () => player.isActive && holds(player.role, 'production_access:request');
    if (!mayAsk()) return;
    const at = moment;
    const isAbandoned = () => !player.isActive || player.activeSince > at;
    const behindIt = new Set([player.member.personId]);
    const asked = await approvals.ask(player.member);
    const open = { at, isDecided: false, isCancelled: false };
    waiting.push({ asked, behind: behindIt, mayAsk, isAbandoned, ...open });
  }

  async function machineAsks(
    { approvals, robots }: Door,
    machine: Machine | undefined,
    waiting: Waiting[],
  ): Promise<void> {
    const token = machine && (await robots.token(machine));
    if (!machine || !token) return;
    // An adoption revokes the credentials whose issuers have left.
    const { credentialId } = machine;
    const isAbandoned = () => !hasOwner(machine) || !machine.credentials.has(credentialId);
    const asked = await approvals.ask({ token });
    const open = { at: moment, isDecided: false, isCancelled: false };
    waiting.push({ asked, behind: machine.behind, mayAsk: () => true, isAbandoned, ...open });
  }

  async function tidies({ app }: Door, waiting: Waiting[]): Promise<void> {
    await cancelAbandoned(app.ports);
    for (const request of waiting) request.isCancelled ||= !request.isDecided && !isWished(request);
  }

  async function decides(
    { approvals }: Door,
    player: Player,
    request: Waiting | undefined,
    verb: Verb,
  ): Promise<void> {
    if (!request) return;
    const expected = expectedOf(player, request, verb);

    const { code = 'OK' } = await approvals[verb](request.asked, player.member);

    expect(code).toBe(expected);
    request.isDecided ||= expected === 'OK';
  }

  async function becomes({ app }: Door, player: Player, role: Role): Promise<void> {
    if (player.role === role) return;
    const path = `/api/console/members/${player.member.memberId}`;
    const { status } = await app.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role } });
    expect(status).toBe(200);
    Object.assign(player, { role, roleSince: moment });
  }

  async function moves({ app }: Door, player: Player, verb: 'suspend' | 'reactivate'): Promise<void> {
    const isActive = verb === 'reactivate';
    if (player.isActive === isActive) return;
    const path = `/api/console/members/${player.member.memberId}/${verb}`;
    const { status } = await app.rest('POST', path, { as: owner, workspace: workspaceId });
    expect(status).toBe(200);
    player.isActive = isActive;
    if (isActive) await signInAgain(app, player.member);
    if (isActive)
      Object.assign(player, { activeSince: moment, roleSince: moment, returns: player.returns + 1 });
  }

  return { play };
}

/** Returns the expected result of a decision, from the history alone. */
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
  if (request.isCancelled) return 'invalid_transition';
  return verb === 'approve' && !isWished(request) ? 'invalid_transition' : 'OK';
}

function isWished({ mayAsk, isAbandoned }: Waiting): boolean {
  return mayAsk() && !isAbandoned();
}
