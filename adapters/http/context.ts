import type { FastifyRequest } from 'fastify';
import type { Credential } from './credential.ts';
import {
  canBeMember,
  subjectOf,
  type AutomationCaller,
  type Caller,
  type McpCaller,
  type PersonCaller,
} from '../../schema/kernel/access/caller.ts';
import { automationSnapshotKind, evaluateAutomation } from '../../schema/identity/automation/snapshot.ts';
import type { Client, Context, Ports, Reevaluate } from '../../schema/kernel/context.ts';
import { createContext } from '../../schema/command/create-context.ts';
import { addressOf, assertLeft, enforce } from '../../schema/kernel/limit.ts';
import type { Allowance } from '../../schema/kernel/ports/limiter.ts';
import { evaluateMcpCredential } from '../../schema/identity/mcp-credential/snapshot.ts';
import { agentSnapshots } from '../../schema/identity/mcp-credential/agent-snapshots.ts';
import { currentSnapshot } from '../../schema/kernel/snapshot-of.ts';
import { chooseMembership } from '../../schema/identity/member/choose.ts';
import { Reads } from '../../schema/values/reads.ts';
import { evaluateSession, sessionSnapshots } from '../../schema/identity/session/snapshot.ts';
import { clientOf, type Arrival } from './arrival.ts';
import { verify } from './credential.ts';
import { countKeyCall } from '../../schema/keys/api-key/count-call.ts';
import type { SurfacePorts } from './surface.ts';

/** Verifies the credential and chooses the workspace. Throws a 401 for the former, a 403 for the latter. */
export async function contextOf(
  ports: SurfacePorts,
  arrival: Arrival,
  credential: Credential,
): Promise<Context> {
  const caller = await verify(ports, arrival, credential);
  return createContext(ports, clientOf(arrival), caller, reevaluateFor(ports, caller));
}

/**
 * Counts the request against the limits of the caller or the address, and records the use of a key. Counts of
 * the fast path are only checked. Throws `rate_limited`.
 */
export async function countRequest(ctx: Context, counted: readonly Allowance[] = []): Promise<void> {
  if (counted.length > 0) return assertLeft(ctx, counted);
  const { caller } = ctx;
  if (caller.kind === 'ANONYMOUS') await enforce(ctx, 'anonymous', addressOf(ctx.client.ip));
  if (canBeMember(caller)) await enforce(ctx, 'member', subjectOf(caller));
  if (caller.kind === 'MCP') await enforce(ctx, 'mcp_credential', subjectOf(caller));
  if (caller.kind === 'SERVICE') await enforce(ctx, 'service', caller.name);
  if (caller.kind === 'API_KEY') await countKeyCall(ctx, caller);
}

/** An answer of this size in bytes counts as one request; each further piece counts as one more. */
const answerBytes = 131_072;

/** Counts a large answer to an unauthenticated caller as several requests, because it costs as much. */
export async function countAnswer(
  { limiter }: Pick<Ports, 'limiter'>,
  { caller, ip, bytes }: { caller: Caller | null; ip: string | null; bytes: number },
): Promise<void> {
  const further = Math.floor(bytes / answerBytes);
  if (further === 0 || (caller !== null && caller.kind !== 'ANONYMOUS')) return;
  const { exceeded, remaining } = await limiter.take('anonymous', addressOf(ip), further);
  // If the pieces exceed the rest of the window, they take all of the rest.
  if (exceeded && remaining > 0) await limiter.take('anonymous', addressOf(ip), remaining);
}

/** Throws `rate_limited` if large answers have since used up the limit of the address. */
export async function assertAllowance(ctx: Context): Promise<void> {
  const allowance = await ctx.limiter.take('anonymous', addressOf(ctx.client.ip), 0);
  assertLeft(ctx, [{ ...allowance, exceeded: allowance.remaining === 0 }]);
}

/** Counts a request for a public page like one without a credential. Throws `rate_limited`. */
export async function countVisit(ports: Ports, request: FastifyRequest): Promise<void> {
  request.ctx = createContext(ports, clientOf(request));
  await countRequest(request.ctx);
}

/**
 * Returns the context of the session's person in one of their workspaces, without an access token. Pages that
 * identify the session by their own cookie use it. Throws like `contextOf`.
 */
export async function contextOfSession(
  ports: Ports,
  client: Client,
  sessionId: string,
  workspaceId?: string,
): Promise<Context> {
  const now = ports.clock.now();
  const person = evaluateSession(await ports.snapshots.of(sessionSnapshots, sessionId), now);
  const membership = chooseMembership(person, workspaceId);
  const caller = { ...person, tokenExpiresAt: now, membership };
  return createContext(ports, client, caller, reevaluatePerson(ports, caller));
}

export function reevaluateFor(ports: Ports, caller: Caller): Reevaluate | null {
  if (caller.kind === 'PERSON') return reevaluatePerson(ports, caller);
  if (caller.kind === 'MCP') return reevaluateAgent(ports, caller);
  return caller.kind === 'AUTOMATION' ? reevaluateAutomation(ports, caller) : null;
}

function reevaluateAutomation(ports: Ports, caller: AutomationCaller): Reevaluate {
  return async (knex) => {
    const snapshot = await currentSnapshot(ports, knex, automationSnapshotKind, caller.credentialId);
    return { ...caller, ...evaluateAutomation(snapshot, caller, ports.clock.now()) };
  };
}

function reevaluateAgent(ports: Ports, caller: McpCaller): Reevaluate {
  return async (knex) => {
    const known = await currentSnapshot(ports, knex, agentSnapshots, caller.credentialId);
    const judged = evaluateMcpCredential(known?.snapshot ?? null, caller, ports.clock.now());
    return { ...caller, ...judged, reads: known?.reads ?? new Reads() };
  };
}

function reevaluatePerson(ports: Ports, caller: PersonCaller): Reevaluate {
  const { sessionId, membership } = caller;
  return async (knex) => {
    const snapshot = await currentSnapshot(ports, knex, sessionSnapshots, sessionId);
    const person = evaluateSession(snapshot, ports.clock.now());
    return {
      ...caller,
      ...person,
      membership: membership && chooseMembership(person, membership.workspaceId),
    };
  };
}
