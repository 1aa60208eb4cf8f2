import fc from 'fast-check';
import { Member, type Role } from '../../../../db/models/member.ts';
import { approvalsOf, askedOf, type Asked } from '../../../support/approvals.ts';
import type { Answer, TestApp } from '../../../support/app.ts';
import { invitationsOf } from '../../../support/invitations.ts';
import { tokenMailedTo } from '../../../support/mail.ts';
import { accept, signInAgain, type Somebody } from '../../../support/people.ts';

export const people = 6;
const person = fc.nat({ max: people - 1 });
const kinds = {
  add: 6,
  invite: 4,
  role: 5,
  suspend: 3,
  reactivate: 4,
  ask: 2,
  decide: 4,
  requireIndependence: 1,
} as const;
type Kind = keyof typeof kinds;
const stepOf = (kind: fc.Arbitrary<Kind>) =>
  fc.record({
    kind,
    by: person,
    who: person,
    which: fc.nat({ max: 3 }),
    role: fc.constantFrom<Role>('ADMIN', 'ADMIN', 'ADMIN', 'OWNER', 'DEVELOPER'),
  });
const letIn = stepOf(fc.constantFrom<Kind>('add', 'invite'));
const asked = stepOf(fc.constantFrom<Kind>('ask', 'decide', 'decide', 'decide'));
const anything = stepOf(
  fc.oneof(
    ...Object.entries(kinds).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) })),
  ),
);

/** Some join, anything happens, some make requests and decide, twice. The first person is the founder. */
export const history = fc
  .tuple(
    fc.array(letIn, { minLength: 3, maxLength: 6 }),
    fc.array(anything, { minLength: 2, maxLength: 8 }),
    fc.array(asked, { minLength: 3, maxLength: 6 }),
    fc.array(anything, { maxLength: 4 }),
    fc.array(asked, { maxLength: 6 }),
  )
  .map((parts) => parts.flat());
type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer One> ? One : never;

/** A member, as the history tracks it without queries to the product. */
interface Player {
  person: Somebody;
  memberId: string;
  role: Role;
  isActive: boolean;
  /** The later of the steps at which the membership and the role began. */
  since: number;
  admittedBy: Player[];
}

interface Request {
  asked: Asked;
  by: Player;
  at: number;
  isDecided: boolean;
}

/** One attempt at a decision: the product's answer, and the expectation from the history. */
export interface Try {
  code: string;
  requestId: string;
  personId: string;
  /** Whether the decider is eligible, apart from independence. */
  isEligible: boolean;
  isIndependent: boolean;
  /** The number of other members who could decide it independently. */
  independentOthers: number;
  requiresIndependence: boolean;
}

/** The roles that decide production access. */
const deciding = new Set<Role>(['OWNER', 'ADMIN']);
// Equal permissions are no raise (`isRaise`), so an administrator who becomes an owner stays as independent.
const strength = new Map<Role, number>([
  ['DEVELOPER', 0],
  ['ADMIN', 1],
  ['OWNER', 1],
]);

/** Plays the history in a separate workspace. The history skips commands that the product refuses. */
export async function play(
  t: TestApp,
  everyone: readonly Somebody[],
  steps: readonly Step[],
): Promise<Try[]> {
  const [founder] = everyone as [Somebody];
  const { body } = await t.rest('POST', '/api/developer-portal/workspaces', {
    as: founder,
    body: { name: 'History' },
  });
  const workspace: string = body.id;
  const { knex } = t.ports.database;
  const own = await Member.query(knex).findOne({ workspaceId: workspace }).throwIfNotFound();
  const place = { workspaceId: workspace, owner: { ...founder, workspaceId: workspace, memberId: '' } };
  const approvals = approvalsOf(t, place);
  const invitations = invitationsOf(t, place);
  const players = new Map<Somebody, Player>([
    [founder, { ...newcomer(founder, own.id, 'OWNER', 0), admittedBy: [] }],
  ]);
  const requests: Request[] = [];
  const tries: Try[] = [];
  let requiresIndependence = false;
  let moment = 0;

  const send = async (
    method: 'POST' | 'PATCH',
    path: string,
    as: Somebody,
    given?: object,
  ): Promise<Answer> => {
    const answer = await t.rest(method, `/api${path}`, { as, workspace, ...(given && { body: given }) });
    if (answer.status >= 500) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const joins = (who: Somebody, memberId: string, role: Role, ...admitters: Player[]) => {
    const admittedBy = [...new Set(admitters)];
    players.set(who, { ...newcomer(who, memberId, role, moment), admittedBy });
  };

  const takes: Record<Kind, (step: Step, by: Player, who: Somebody) => Promise<void>> = {
    async add({ role }, by, who) {
      if (players.has(who)) return;
      const { status, body: member } = await send('POST', '/console/members', by.person, {
        personId: who.personId,
        role,
      });
      if (status !== 201) return;
      await accept(t, who, workspace);
      joins(who, member.id, role, by);
    },
    async invite({ role, which }, by, who) {
      if (players.has(who)) return;
      const { status, body: invitation } = await invitations.invite(who.email, role, by.person);
      if (status !== 201) return;
      // Sometimes another member sends the invitation again.
      const again = which === 0 ? [...players.values()].at(-1) : undefined;
      const resent = again && (await invitations.resend(invitation.id, again.person)).status === 200;
      const accepted = await invitations.accept(await tokenMailedTo(t, who.email), who);
      if (accepted.status !== 200) return;
      joins(who, accepted.body.member.id, role, by, ...(resent ? [again] : []));
    },
    async role({ role }, by, who) {
      const player = players.get(who);
      if (!player || player.role === role) return;
      const { status } = await send('PATCH', `/console/members/${player.memberId}`, by.person, { role });
      if (status !== 200) return;
      const isRaise = deciding.has(role) && (strength.get(role) ?? 0) > (strength.get(player.role) ?? 0);
      if (isRaise && by !== player) player.admittedBy.push(by);
      Object.assign(player, { role, since: moment });
    },
    async suspend(_step, by, who) {
      const player = players.get(who);
      if (!player?.isActive) return;
      const { status } = await send('POST', `/console/members/${player.memberId}/suspend`, by.person);
      if (status === 200) player.isActive = false;
    },
    async reactivate(_step, by, who) {
      const player = players.get(who);
      if (!player || player.isActive) return;
      const { status } = await send('POST', `/console/members/${player.memberId}/reactivate`, by.person);
      if (status !== 200) return;
      await signInAgain(t, who);
      if (by !== player) player.admittedBy.push(by);
      Object.assign(player, { isActive: true, since: moment });
    },
    async ask(_step, by) {
      const answer = await approvals.requestFor(await approvals.application(), by.person);
      if (!answer.code) requests.push({ asked: askedOf(answer), by, at: moment, isDecided: false });
    },
    async decide({ which }, by) {
      const request = requests[which % requests.length];
      if (!request) return;
      const told = expectedOf(request, by);
      const { code = 'OK' } = await approvals.reject(request.asked, by.person);
      const { approvalRequestId: requestId } = request.asked;
      tries.push({ code, requestId, personId: by.person.personId, ...told, requiresIndependence });
      if (code === 'OK') request.isDecided = true;
    },
    async requireIndependence({ which }, by) {
      const wanted = which > 1;
      const path = '/console/workspace';
      const { status } = await send('PATCH', path, by.person, { requiresIndependentApprovers: wanted });
      if (status === 200) requiresIndependence = wanted;
    },
  };

  function expectedOf({ by, at, isDecided }: Request, decider: Player) {
    const dependent = letInBy(by, [...players.values()]);
    const isEligible = (one: Player) =>
      one.isActive && deciding.has(one.role) && one !== by && one.since < at && !isDecided;
    const others = [...players.values()].filter((one) => one !== decider && isEligible(one));
    return {
      isEligible: isEligible(decider),
      isIndependent: !dependent.has(decider),
      independentOthers: others.filter((one) => !dependent.has(one)).length,
    };
  }

  for (const step of steps) {
    moment += 1;
    const by = [...players.values()][step.by % players.size] as Player;
    await takes[step.kind](step, by, everyone[step.who] as Somebody);
  }
  return tries;
}

function newcomer(who: Somebody, memberId: string, role: Role, since: number): Omit<Player, 'admittedBy'> {
  return { person: who, memberId, role, isActive: true, since };
}

/** Returns the member, and everybody whom they admitted, directly or along chains. */
function letInBy(first: Player, everyone: readonly Player[]): Set<Player> {
  const found = new Set([first]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const one of everyone) if (one.admittedBy.some((by) => found.has(by))) found.add(one);
  }
  return found;
}
