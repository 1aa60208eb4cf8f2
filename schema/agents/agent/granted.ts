import type { CalledCapability, CapabilityMode } from '../../../db/models/capability.ts';
import type { CalledConnection } from '../../../db/models/connection.ts';
import { findForCall } from '../../connect/connection/find.ts';
import { capabilitySnapshots } from '../../connect/connector/snapshots.ts';
import { serves } from '../../connect/connection/rules.ts';
import { isConfirmed } from '../../connect/connection/new-secret.ts';
import { runCapability } from '../../connect/connection/run.ts';
import { agentOf, type Context } from '../../kernel/context.ts';
import { snapshotOf } from '../../kernel/snapshot-of.ts';
import { refusalOf, refuse, validationFailed, type Refusal } from '../../values/errors.ts';
import type { CapabilityAnswer } from '../../connect/gateway/call.ts';
import type { CallBounds } from '../../connect/gateway/provider.ts';
import {
  assertGrant,
  limitsOf,
  noLongerGranted,
  type GrantInForce,
  type GrantOf,
} from '../mcp-grant/in-force.ts';
import { findingsOutside } from '../mcp-grant/limits.ts';
import { isAsGranted } from '../mcp-grant/rules.ts';
import { assertUnchanged } from '../../connect/selection/handle.ts';

/** The call that an agent intends, as described to it. */
export interface Meant extends GrantOf {
  /** The digest of the capability, in hexadecimal digits. */
  digest: string;
  mode: CapabilityMode;
  arguments: Readonly<Record<string, unknown>>;
  /** The parts of the answer to return; all by default. */
  fields?: readonly string[] | null | undefined;
}

export interface Granted {
  capability: CalledCapability;
  grant: GrantInForce;
}

/**
 * Checks that the agent is granted this call now, with these arguments, and that the capability is as
 * described to it. Throws `selection_stale` or `validation_failed`.
 */
export async function assertGranted(ctx: Context, meant: Meant): Promise<Granted> {
  const grant = await assertGrant(ctx, meant);
  const found = await snapshotOf(ctx, capabilitySnapshots, meant.capabilityId);
  const capability = assertUnchanged(meant, found);
  if (!isAsGranted(grant, capability) || grant.mode !== meant.mode) throw noLongerGranted();
  const outside = findingsOutside(await limitsOf(ctx, grant), meant.arguments);
  if (outside.length === 0) return { capability, grant };
  throw validationFailed(
    outside.map(({ pointer, code, message }) => ({ pointer: `/arguments${pointer}`, code, message })),
  );
}

/** Runs a checked call, within the described bounds and the granted rows. */
export async function runGranted(
  ctx: Context,
  { capability, grant }: Granted,
  meant: Meant,
  bounds: CallBounds,
): Promise<CapabilityAnswer> {
  const connection = await findForCall(ctx, grant.connectionId);
  // Earlier rows of the same page count.
  const rows = Math.min(bounds.rows, (grant.rowLimit ?? Infinity) - (bounds.skip ?? 0));
  const run = {
    connection,
    capability,
    arguments: meant.arguments,
    bounds: { ...bounds, rows },
    fields: meant.fields,
    mode: grant.mode,
    assertStill: async () => await assertStill(ctx, meant, { grant, connection }),
  };
  return await runCapability(ctx, run).catch((error: unknown) => {
    throw refusalOf(error)?.code === 'connection_unusable' ? notServing(error) : error;
  });
}

/** The data that the check before the call read. */
interface Before {
  grant: GrantInForce;
  connection: CalledConnection;
}

// A grant can end while a credential is opened, or between two attempts. If nothing has changed in the
// workspace, the data read before is still valid, and only the expiry is checked.
async function assertStill(ctx: Context, meant: Meant, before: Before): Promise<void> {
  try {
    const caller = (await ctx.reevaluate?.(ctx.knex)) ?? ctx.caller;
    const now = { ...ctx, caller };
    const { reads } = agentOf(now);
    if (reads === agentOf(ctx).reads) return void (await assertGrant(now, meant));
    const { grant } = await assertGranted(now, meant);
    if (grant.rowLimit !== before.grant.rowLimit) throw noLongerGranted();
    const connection = await findForCall(now, grant.connectionId);
    const isSame = connection.credentialReferenceId === before.connection.credentialReferenceId;
    if (!serves(connection) || !isConfirmed(connection) || !isSame) throw notServing();
  } catch (cause) {
    throw refusalOf(cause) ?? notEvaluated(cause);
  }
}

// Nothing was sent at this point.
function notEvaluated(cause: unknown): Refusal {
  const message =
    'The server could not check whether this is still granted, so it sent nothing. Try again in a moment.';
  return refuse('service_unavailable', message, { cause, retryAfterSeconds: 2 });
}

// Only members who can repair a connection learn what is wrong with it.
function notServing(cause?: unknown): Refusal {
  return refuse(
    'connection_unusable',
    'The connection of this capability does not work now. Inform the member who granted it.',
    { cause },
  );
}
