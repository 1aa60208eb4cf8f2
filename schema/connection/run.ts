import type { Capability } from '../../db/models/capability.ts';
import type { Connection } from '../../db/models/connection.ts';
import type { Context } from '../context.ts';
import { refusalOf, refuse, type Refusal } from '../errors.ts';
import { callCapability, type CapabilityAnswer } from '../gateway/call.ts';
import type { CallBounds } from '../gateway/provider.ts';
import { isOAuth } from './authorization-server.ts';
import { openCredential } from './credential.ts';
import { noteAnswer, noteFailure } from './health.ts';
import { providerOf } from './provider.ts';
import { serves } from './rules.ts';

interface Run {
  connection: Connection;
  capability: Capability;
  arguments: Readonly<Record<string, unknown>>;
  bounds: CallBounds;
}

/**
 * Runs a capability through a connection; outside any transaction. That the caller may is judged before, for a write by
 * somebody else too: nothing here asks. Throws `connection_unusable`, `validation_failed`, `provider_error`,
 * `provider_timeout`, `provider_unavailable` or `vault_unavailable`.
 */
export async function runCapability(ctx: Context, run: Run): Promise<CapabilityAnswer> {
  demandServing(run);
  try {
    const answer = await attempt(ctx, run, null);
    await noteAnswer(ctx, run.connection);
    return answer;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (isStaleToken(run, refusal)) return await attemptAgain(ctx, run);
    await noteFailure(ctx, run.connection, refusal);
    throw error;
  }
}

async function attempt(ctx: Context, run: Run, after: number | null): Promise<CapabilityAnswer> {
  const { capability, arguments: args, bounds } = run;
  const purpose = `run ${capability.key.slice(0, 100)}`;
  const { connection, credential } = await openCredential(ctx, run.connection, { purpose, after });
  demandServing({ ...run, connection });
  const provider = await providerOf(ctx, connection, credential);
  const { traceparent } = ctx.client;
  return await callCapability(ctx, provider, { capability, arguments: args, bounds, traceparent });
}

// A provider may end an access token before its time. Of a write nobody knows what it has done.
function isStaleToken({ connection, capability }: Run, { details }: Refusal): boolean {
  return details.providerStatus === 401 && isOAuth(connection.method) && capability.mode === 'read';
}

async function attemptAgain(ctx: Context, run: Run): Promise<CapabilityAnswer> {
  try {
    return await attempt(ctx, run, run.connection.rowVersion);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) await noteFailure(ctx, run.connection, refusal);
    throw error;
  }
}

function demandServing({ connection, capability }: Run): void {
  if (capability.connectorId !== connection.connectorId)
    throw refuse('connection_unusable', 'The connection is to another provider than the capability is of.');
  if (serves(connection)) return;
  const mend = connection.problem
    ? `Somebody has to mend it first: ${connection.problem}.`
    : `It is ${connection.status}.`;
  throw refuse('connection_unusable', `No calls go through this connection. ${mend}`);
}
