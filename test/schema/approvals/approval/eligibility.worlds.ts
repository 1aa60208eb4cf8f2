import fc from 'fast-check';
import { ApprovalDecision } from '../../../../db/models/approval-decision.ts';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import type { Role } from '../../../../db/models/member.ts';
import { cancelAbandoned } from '../../../../schema/approvals/approval/cancel-abandoned.ts';
import { expireApprovals } from '../../../../schema/approvals/approval/expire.ts';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { openApproval } from '../../../../schema/approvals/approval/open.ts';
import { refusalOf } from '../../../../schema/values/errors.ts';
import { newId } from '../../../../schema/values/id.ts';
import { contextOf } from '../../../../adapters/http/context.ts';
import { agentToken } from '../../../support/agents.ts';
import { submission } from '../../../support/approvals.ts';
import type { Answer, TestApp } from '../../../support/app.ts';
import type { Somebody } from '../../../support/people.ts';

/** The first person founds every world, and stays its owner. */
export const people = 6;
const applications = 5;

const roles = ['ADMIN', 'ADMIN', 'ADMIN', 'ADMIN', 'OWNER', 'DEVELOPER', 'APPROVER'] as const;
// oxfmt-ignore
const weights = {
  add: 4, changeRole: 2, suspend: 2, reactivate: 3, remove: 1,
  ask: 3, askToDelete: 2, endorse: 5, cancel: 1, runOut: 1, tidy: 1,
  make: 1, issue: 2, adopt: 3, letMachineAsk: 2,
  makeAgent: 2, rotateAgent: 2, revokeAgent: 1, letAgentAsk: 3,
} as const;
type Kind = keyof typeof weights;

const stepOf = (kind: fc.Arbitrary<Kind>) =>
  fc.record({
    kind,
    who: fc.nat({ max: people - 1 }),
    which: fc.nat({ max: 9 }),
    role: fc.constantFrom<Role>(...roles),
  });
const anything = stepOf(
  fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) })),
  ),
);
const asking = stepOf(fc.constantFrom<Kind>('ask', 'ask', 'letMachineAsk', 'letAgentAsk'));

/** The history of a workspace from its founding: some steps, some requests, and more steps. */
export const story = fc.record({
  starting: fc.array(fc.option(fc.constantFrom<Role>(...roles), { freq: 8 }), {
    minLength: people - 1,
    maxLength: people - 1,
  }),
  quorum: fc.constantFrom(1, 2),
  requiresIndependence: fc.boolean(),
  steps: fc
    .tuple(
      stepOf(fc.constantFrom('make', 'makeAgent')),
      fc.array(anything, { maxLength: 8 }),
      fc.array(asking, { minLength: 3, maxLength: 6 }),
      fc.array(anything, { minLength: 4, maxLength: 16 }),
    )
    .map(([first, before, asked, after]) => [first, ...before, ...asked, ...after]),
});
export type Story = typeof story extends fc.Arbitrary<infer One> ? One : never;

export interface World {
  workspaceId: string;
  /** The secrets of its automations. */
  secrets: string[];
  requiresIndependence: boolean;
}

/** The participants and the subject of a step. */
interface Part {
  person: Somebody;
  holder: Somebody;
  /** One of the requests, or undefined if there are none. */
  request: ApprovalRequest | undefined;
  machine: { id: string; secret: string };
  agent: { credentialId: string; version: number };
  applicationId: string;
  role: Role;
}

/** Plays the story in a separate workspace; the product refuses some of the commands. */
export async function happened(t: TestApp, everyone: Somebody[], told: Story): Promise<World> {
  const inside = kindOf('PRODUCTION_ACCESS');
  // Tool calls have no subject here, and so need no provider, not even in the checks afterward.
  const outside = { ...kindOf('MCP_TOOL_CALL'), subjectOf: async () => ({}), end: async () => {} };
  delete outside.subjectEnd;
  const { quorum } = told;
  for (const kind of [inside, outside]) registerKind({ ...kind, quorum });
  try {
    return await played(t, everyone, told);
  } finally {
    for (const kind of [inside, outside]) registerKind(kind);
  }
}

async function played(
  t: TestApp,
  everyone: Somebody[],
  { starting, steps, requiresIndependence }: Story,
): Promise<World> {
  const [founder] = everyone as [Somebody];
  const { knex } = t.ports.database;
  const name = { name: 'World' };
  const founding = await t.rest('POST', '/api/developer-portal/workspaces', { as: founder, body: name });
  const workspace: string = founding.body.id;
  const members = new Map<Somebody, string>();
  const machines: Part['machine'][] = [];
  const agents: Part['agent'][] = [];
  const appIds: string[] = [];

  const send = async (
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    as: Somebody | string,
    body?: object,
  ) => {
    const answer = await t.rest(method, `/api/console${path}`, { as, workspace, ...(body && { body }) });
    if (answer.status >= 500) throw new Error(`${method} ${path} answered ${JSON.stringify(answer.body)}`);
    return answer;
  };
  await send('PATCH', '/workspace', founder, { requiresIndependentApprovers: requiresIndependence });
  // The founder sends the command if the person is not a member or lacks the permission.
  const sendFor = async (holder: Somebody, ...[method, path, body]: ['POST' | 'PATCH', string, object?]) => {
    const answer = await send(method, path, holder, body);
    return answer.status === 403 ? await send(method, path, founder, body) : answer;
  };
  const idOf = (person: Somebody) => members.get(person) ?? 'mem_nothing';
  const ask = async (as: Somebody | string, applicationId: string) =>
    await send('POST', `/applications/${applicationId}/production-access/requests`, as, submission);
  const credential = async (id: string, person: Somebody) =>
    await send('POST', `/automations/${id}/credentials`, person, { name: 'ci' });

  const takes: Record<Kind, (part: Part) => Promise<unknown>> = {
    add: async ({ person, holder, role }) => {
      const body = { personId: person.personId, role };
      const answer: Answer = await sendFor(holder, 'POST', '/members', body);
      if (answer.status !== 201) return;
      members.set(person, answer.body.id);
      await t.rest('POST', `/api/developer-portal/workspaces/${workspace}/confirm`, { as: person });
    },
    changeRole: async ({ person, holder, role }) =>
      await sendFor(holder, 'PATCH', `/members/${idOf(person)}`, { role }),
    suspend: async ({ person }) => await send('POST', `/members/${idOf(person)}/suspend`, founder),
    reactivate: async ({ person, holder }) =>
      await sendFor(holder, 'POST', `/members/${idOf(person)}/reactivate`),
    remove: async ({ person }) => await send('DELETE', `/members/${idOf(person)}`, founder),
    ask: async ({ person, applicationId }) => await ask(person, applicationId),
    askToDelete: async ({ person }) => await send('DELETE', '/workspace', person),
    make: async ({ person }) => {
      const made = await send('POST', '/automations', person, { name: 'Nightly build', role: 'ADMIN' });
      if (made.status !== 201) return;
      const { id } = made.body;
      machines.push({ id, secret: (await credential(id, person)).body.secret });
    },
    issue: async ({ person, machine }) => await credential(machine.id, person),
    adopt: async ({ person, machine: { id } }) => {
      await send('POST', `/automations/${id}/offer`, founder, { toMemberId: idOf(person) });
      await send('POST', `/automations/${id}/adopt`, person);
    },
    letMachineAsk: async ({ machine: { secret }, applicationId }) => {
      const { body } = await t.rest('POST', '/api/auth/automation/token', { body: { secret } });
      if (body.accessToken) await ask(body.accessToken, applicationId);
    },
    makeAgent: async ({ person, holder }) => {
      const made = await send('POST', '/mcp/credentials', person, { name: 'agent', holderId: idOf(holder) });
      if (made.status === 201) agents.push({ credentialId: made.body.id, version: 1 });
    },
    rotateAgent: async ({ person, agent }) => {
      const rotated = await send('POST', `/mcp/credentials/${agent.credentialId}/rotate`, person);
      if (rotated.status === 200) agent.version += 1;
    },
    revokeAgent: async ({ agent: { credentialId } }) =>
      await send('POST', `/mcp/credentials/${credentialId}/revoke`, founder),
    letAgentAsk: async ({ agent }) => await asksFor(t, agent),
    // Never the last required approval: an execution is another subject, which the counts do not cover.
    endorse: async ({ person, request }) => {
      if (!request || request.quorum < 2) return;
      if (await ApprovalDecision.query(knex).findOne({ requestId: request.id })) return;
      const subjectDigest = request.subjectDigest.toString('hex');
      await send('POST', `/approvals/${request.id}/approve`, person, { subjectDigest });
    },
    cancel: async ({ request }) =>
      request && (await send('POST', `/approvals/${request.id}/cancel`, founder)),
    runOut: async ({ request }) =>
      request &&
      (await ApprovalRequest.change(knex, request.id, t.clock.now(), { expiresAt: t.clock.now() })),
    tidy: async () => {
      await cancelAbandoned(t.ports);
      await expireApprovals(t.ports);
    },
  };

  const nothing = { id: 'aut_nothing', secret: 'acs_nothing' };
  const nobody = { credentialId: 'mcpc_nothing', version: 1 };
  while (appIds.length < applications)
    appIds.push((await send('POST', '/applications', founder, { name: 'Checkout' })).body.id);
  const partOf = async (who: number, which: number): Promise<Omit<Part, 'role'>> => {
    const requests = await ApprovalRequest.query(knex).where({ workspaceId: workspace }).orderBy('id');
    return {
      person: everyone[who] ?? founder,
      request: requests[which % requests.length],
      machine: machines[which % machines.length] ?? nothing,
      agent: agents[which % agents.length] ?? nobody,
      holder: everyone[which % people] ?? founder,
      applicationId: appIds[which % applications] ?? '',
    };
  };
  for (const [index, role] of starting.entries())
    if (role) await takes.add({ ...(await partOf(index + 1, index)), role });
  for (const { kind, who, which, role } of steps) await takes[kind]({ ...(await partOf(who, which)), role });
  return { workspaceId: workspace, secrets: machines.map(({ secret }) => secret), requiresIndependence };
}

/** Opens a tool call without a subject for an agent, if the agent may. */
async function asksFor(t: TestApp, agent: Part['agent']): Promise<void> {
  const headers = { authorization: `Bearer ${await agentToken(t, agent)}` };
  try {
    const ctx = await contextOf(t.ports, { id: 'req_agent', ip: '127.0.0.1', headers }, 'mcp');
    await ctx.transaction(
      async (tx) =>
        await openApproval(tx, {
          kind: 'MCP_TOOL_CALL',
          subjectType: 'mcp_tool_call',
          subjectId: newId('mcpToolCall'),
          command: { agent: 'agent' },
          summary: 'A tool call',
        }),
    );
  } catch (error) {
    if (!refusalOf(error)) throw error;
  }
}
