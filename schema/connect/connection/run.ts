import type { CalledCapability, CapabilityMode } from '../../../db/models/capability.ts';
import type { CalledConnection } from '../../../db/models/connection.ts';
import { canBeMember, subjectOf } from '../../kernel/access/caller.ts';
import type { Context } from '../../kernel/context.ts';
import { refusalOf, refuse } from '../../values/errors.ts';
import { reviewedTool } from '../connector/reviewed-tool.ts';
import { callCapability, type CapabilityAnswer } from '../gateway/call.ts';
import type { CallBounds } from '../gateway/provider.ts';
import { maxWaitingOfCaller, maxWaitingThere, patientSeconds } from '../gateway/rules.ts';
import { withCredential, type Opened } from './credential.ts';
import { confirmed } from './confirm.ts';
import { isOfProvider, noteAnswer, noteFailure } from './health.ts';
import { recoveryOf } from './recovery.ts';
import { isConfirmed } from './new-secret.ts';
import { providerOf } from './provider.ts';
import { serves } from './rules.ts';

interface Run {
  connection: CalledConnection;
  capability: CalledCapability;
  arguments: Readonly<Record<string, unknown>>;
  bounds: CallBounds;
  /** The granted mode; by default, the described one. */
  mode?: CapabilityMode;
  /** As in `CapabilityCall`; by default, all. */
  fields?: readonly string[] | null | undefined;
  /** As in `CapabilityCall`. */
  assertStill?: () => Promise<void>;
}

/**
 * Runs a capability through a connection, outside any transaction. It checks no permission and, for a write,
 * no approval: callers do that first. Throws `connection_unusable`, `validation_failed`, `provider_error`,
 * `provider_timeout`, `provider_unavailable` or `vault_unavailable`.
 */
export async function runCapability(ctx: Context, given: Run): Promise<CapabilityAnswer> {
  const run = { ...given, connection: await confirmed(ctx, given.connection) };
  assertServing(run);
  const { connection, capability } = run;
  // A cut may split a character, which PostgreSQL cannot store.
  const purpose = `run ${capability.key.slice(0, 100).toWellFormed()}`;
  const isRead = (run.mode ?? capability.mode) === 'read';
  // A tool that is marked as a read is described as a write, so it is not retried.
  const isSafe = capability.mode === 'read';
  // Writes run once and have their own limits at approval.
  using places = isRead ? placesOf(ctx, connection) : null;
  void places;
  try {
    const call = async (opened: Opened) => await callThrough(ctx, run, opened);
    const answer = await withCredential(ctx, connection, { purpose, isSafe }, call);
    ctx.connectionCalls.count('calls', connection.id, ctx.clock.now());
    await noted(ctx, connection, async () => await noteAnswer(ctx, connection));
    return answer;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal && isOfProvider(refusal)) countFailure(ctx, connection);
    if (refusal) await noted(ctx, connection, async () => await noteFailure(ctx, connection, refusal));
    throw error;
  }
}

function countFailure({ connectionCalls, clock }: Context, { id }: CalledConnection): void {
  connectionCalls.count('calls', id, clock.now());
  connectionCalls.count('failed', id, clock.now());
}

// A slow provider must not delay other connections or other callers.
function placesOf(ctx: Context, { id }: CalledConnection): Disposable {
  const stack = new DisposableStack();
  const take = (key: string, most: number, whose: string) => {
    const place = ctx.places.take(key, most);
    if (place) return stack.use(place);
    stack.dispose();
    throw refuse(
      'rate_limited',
      `${most} reads ${whose} already wait for the provider, which is the maximum. Try again in a second.`,
      { retryAfterSeconds: 1 },
    );
  };
  take(`caller ${callerOf(ctx)}`, maxWaitingOfCaller, 'of yours');
  take(`connection ${id}`, maxWaitingThere, 'through this connection');
  return stack;
}

function callerOf({ caller }: Context): string {
  return caller.kind === 'MCP' || canBeMember(caller) ? subjectOf(caller) : caller.kind;
}

// The provider’s result counts, even if the server cannot record the connection’s health.
async function noted(ctx: Context, { id }: CalledConnection, note: () => Promise<void>): Promise<void> {
  try {
    await note();
  } catch (error) {
    ctx.log.error({ event: 'connection.health_not_recorded', connectionId: id, error });
  }
}

async function callThrough(ctx: Context, run: Run, opened: Opened) {
  const { capability, arguments: args, mode = capability.mode, fields = null, assertStill = null } = run;
  assertServing({ ...run, connection: opened.connection });
  const provider = providerOf(opened);
  const { traceparent, hungUp, isPatient = false } = ctx.client;
  const seconds = isPatient ? Math.max(run.bounds.seconds, patientSeconds) : run.bounds.seconds;
  const bounds = { ...run.bounds, seconds };
  // A caller who disconnects does not abort a write.
  const signal = capability.mode === 'read' ? hungUp : null;
  const reviewed = reviewedTool(ctx, capability, opened.connection.id);
  const call = {
    capability,
    arguments: args,
    mode,
    bounds,
    fields,
    traceparent,
    signal,
    reviewed,
    assertStill,
  };
  return await callCapability(ctx, provider, call);
}

function assertServing({ connection, capability }: Run): void {
  if (capability.connectorId !== connection.connectorId)
    throw refuse('connection_unusable', 'The connection belongs to another provider than the capability.');
  if (serves(connection) && isConfirmed(connection)) return;
  if (serves(connection))
    throw refuse(
      'connection_unusable',
      'This connection does not work: its secret is new, and its provider has not confirmed the account. Test the connection.',
    );
  throw refuse('connection_unusable', `This connection does not work: ${recoveryOf(connection)}.`);
}
