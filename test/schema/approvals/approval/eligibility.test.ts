import fc from 'fast-check';
import { parse } from 'graphql';
import { afterAll, expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { approversOf, couldDecideEach } from '../../../../schema/approvals/approval/approvers.ts';
import { whoCould } from '../../../../schema/approvals/approval/rules.ts';
import type { Context } from '../../../../schema/kernel/context.ts';
import { refusalOf } from '../../../../schema/values/errors.ts';
import { run } from '../../../../schema/run.ts';
import { transaction } from '../../../../schema/command/transaction.ts';
import { contextOf } from '../../../../adapters/http/context.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { proveAddresses, signInAgain, somebody, type Somebody } from '../../../support/people.ts';
import { seed } from '../../../support/seed.ts';
import { happened, people, story, type World } from './eligibility.worlds.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const everyone: Somebody[] = [];
while (everyone.length < people) everyone.push(await somebody(t));
// The last person never opens the verification mail.
await proveAddresses(t, ...everyone.slice(0, -1));
const worlds = count(200);
// The worlds make tool calls without a subject; other files that share this worker need the original kind.
const toolCalls = kindOf('MCP_TOOL_CALL');
afterAll(() => registerKind(toolCalls));
const answers = [
  'address_not_proved',
  'already_decided',
  'approver_not_independent',
  'approver_too_new',
  'invalid_transition',
  'permission_required',
  'self_approval_forbidden',
  'workspace_access_denied',
];

/** Thrown once an approval is complete, so that its transaction rolls back. */
class Undone extends Error {}

const approving = parse(
  'mutation ($input: ApproveRequestInput!) { approveRequest(input: $input) { __typename } }',
);

/** Returns the result of a real approval by the caller: OK, or the code of the refusal. */
async function approvedBy(
  token: string,
  { id, workspaceId, subjectDigest }: ApprovalRequest,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId };
  const input = { approvalRequestId: id, subjectDigest: subjectDigest.toString('hex') };
  try {
    const ctx = await contextOf(t.ports, { id: 'req_dry', ip: '127.0.0.1', headers }, 'session');
    await run(undoing(ctx), approving, { input });
    throw new Error('An approval was not undone.');
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (refusal.details.cause instanceof Undone) return 'OK';
    if (refusal.details.cause) throw error;
    return refusal.code;
  }
}

function undoing(ctx: Context): Context {
  return {
    ...ctx,
    async transaction(work) {
      return await transaction(this, async (tx, prepared) => {
        await work(tx, prepared as never);
        throw new Undone();
      });
    },
  };
}

/** Refusals of members who may not decide the request, regardless of its state. */
const never = new Set([
  'workspace_access_denied',
  'permission_required',
  'self_approval_forbidden',
  'approver_too_new',
]);

interface Truth {
  request: ApprovalRequest;
  /** The result of each person's approval. */
  codes: string[];
}

async function truthOf({ workspaceId }: World): Promise<Truth[]> {
  const requests = await ApprovalRequest.query(knex).where({ workspaceId }).orderBy('id');
  const truths: Truth[] = [];
  for (const request of requests) {
    const codes: string[] = [];
    for (const { token } of everyone) codes.push(await approvedBy(token, request));
    truths.push({ request, codes });
  }
  return truths;
}

/** Returns each person's counter on `me`; 0 for a person outside the workspace. */
async function counters(workspace: string): Promise<number[]> {
  const counts = [];
  for (const as of everyone) {
    const { status, body } = await t.rest('GET', '/api/developer-portal/me', { as, workspace });
    counts.push(status === 200 ? body.counters.approvalsWaiting : 0);
  }
  return counts;
}

async function toEventData(workspace: string): Promise<Map<string, unknown>> {
  const query = '{ approvalRequests(first: 100) { edges { node { id eligibleApproverCount } } } }';
  const { body } = await t.graphql(query, {}, { as: everyone[0] as Somebody, workspace });
  const edges: { node: { id: string; eligibleApproverCount: number | null } }[] =
    body.data.approvalRequests.edges;
  return new Map(edges.map(({ node }) => [node.id, node.eligibleApproverCount]));
}

/** Returns what each request says to the person about their decision: OK or a code; null if they read none. */
async function toldTo(as: Somebody, workspace: string): Promise<Map<string, string> | null> {
  const query = '{ approvalRequests(first: 50) { edges { node { id decisionRefusal { code } } } } }';
  const { body } = await t.graphql(query, {}, { as, workspace });
  if (!body.data) return null;
  const edges: { node: { id: string; decisionRefusal: { code: string } | null } }[] =
    body.data.approvalRequests.edges;
  return new Map(edges.map(({ node }) => [node.id, node.decisionRefusal?.code ?? 'OK']));
}

/** Returns the ids of the requests that the person finds as theirs to decide; null if they read none. */
async function theirs(as: Somebody, workspace: string): Promise<Set<string> | null> {
  const { status, body } = await t.rest('GET', '/api/console/approvals?decidableByMe=true&limit=100', {
    as,
    workspace,
  });
  return status === 200 ? new Set(body.data.map(({ id }: { id: string }) => id)) : null;
}

let readers = 0;
const seen = new Map<string, number>();

async function agrees(world: World): Promise<void> {
  const { workspaceId } = world;
  // A session from before a reactivation no longer works.
  await signInAgain(t, ...everyone);
  const truths = await truthOf(world);
  const counts = await toEventData(workspaceId);
  for (const { request, codes } of truths) {
    const { id, kind, status, expiresAt } = request;
    const could = codes.filter((code) => code === 'OK').length;
    const isWaiting = status === 'PENDING' && t.clock.now() < expiresAt;
    const approvers = await approversOf({ knex, workspaceId }, request);
    const [counted] = await knex('approvalRequest')
      .where({ id })
      .select<{ approvers: string }[]>(couldDecideEach(knex, kindOf(kind)).count().as('approvers'));
    const mayDecide = everyone.filter((_person, index) => !never.has(codes[index] ?? ''));

    expect({ id, codes, count: counts.get(id) }).toEqual({ id, codes, count: isWaiting ? could : null });
    expect({ codes, approvers: approvers.map(({ member }) => member.personId).toSorted(byText) }).toEqual({
      codes,
      approvers: mayDecide.map(({ personId }) => personId).toSorted(byText),
    });
    expect(Number(counted?.approvers)).toBe(whoCould(approvers, world.requiresIndependence).length);
    for (const code of codes) seen.set(code, (seen.get(code) ?? 0) + 1);
  }
  expect(await counters(workspaceId)).toEqual(
    everyone.map((_person, index) => truths.filter(({ codes }) => codes[index] === 'OK').length),
  );
  for (const [index, person] of everyone.entries()) {
    const told = await toldTo(person, workspaceId);
    if (!told) continue;
    const expected = truths.map(({ request, codes }) => [request.id, codes[index]] as const);
    expect(told).toEqual(new Map(expected));
    expect(await theirs(person, workspaceId)).toEqual(
      new Set(expected.flatMap(([id, code]) => (code === 'OK' ? id : []))),
    );
    readers += 1;
  }
  for (const secret of world.secrets) await robotDecidesNothing(secret, truths);
}

const byText = (a: string | null, b: string | null) => String(a).localeCompare(String(b));

async function robotDecidesNothing(secret: string, truths: Truth[]): Promise<void> {
  const { status, body } = await t.rest('POST', '/api/auth/automation/token', { body: { secret } });
  if (status !== 200) return;
  const { body: me } = await t.rest('GET', '/api/developer-portal/me', { as: body.accessToken });
  expect(me.counters.approvalsWaiting).toBe(0);
  for (const { request } of truths)
    expect(await approvedBy(body.accessToken, request)).toBe('permission_required');
}

it(
  'spec §5.10: the members who are counted, mailed, listed or told that they can decide a request are exactly those who can',
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => await agrees(await happened(t, everyone, told))),
      { seed: seed(), numRuns: worlds },
    );

    expect(readers).toBeGreaterThan(worlds);
    // In few worlds, some results may not occur.
    if (worlds < 100) return;
    expect(seen.get('OK')).toBeGreaterThan(worlds / 2);
    expect([...seen.keys()]).toEqual(expect.arrayContaining(answers));
  },
  worlds * 30_000,
);
