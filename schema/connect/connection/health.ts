import { Connection, type CalledConnection } from '../../../db/models/connection.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import type { Refusal } from '../../values/errors.ts';
import { secondsAfter } from '../../values/time.ts';
import { look, noteCheck } from './check.ts';
import { findConnection, lockConnection } from './find.ts';
import { moveConnection } from './move.ts';
import { maxRefusedInRow } from './rules.ts';

const job = 'connection-health';
/** The minimum time between two writes of the same error. */
const noteSeconds = 60;
const healthy = { lastErrorCode: null, refusedInRow: 0 };
/** The change has already happened, so it is recorded even if the workspace is being deleted. */
const happened = { isAnyState: true };

/** Records that the provider answered successfully. */
export async function noteAnswer(ctx: Context, { id, workspaceId, status }: CalledConnection): Promise<void> {
  const now = ctx.clock.now();
  ctx.connectionCalls.noteAnswer(id, now);
  if (status !== 'DEGRADED') return;
  await createSystemContext(ctx, job, workspaceId, happened).transaction(async (tx) => {
    const before = await lockConnection(tx, id);
    if (before.status !== 'DEGRADED') return {};
    const parts = { ...healthy, lastOkAt: now };
    await moveConnection(tx, before, 'recover', 'connection.recovered', parts);
    return {};
  });
}

/** Whether the call failed at the provider, not before. */
export function isOfProvider({ code }: Refusal): boolean {
  return code.startsWith('provider_');
}

/** Records a failure of the provider, and runs the connection’s test after a 401. */
export async function noteFailure(
  ctx: Context,
  connection: CalledConnection,
  refusal: Refusal,
): Promise<void> {
  const { code, details } = refusal;
  if (!isOfProvider(refusal)) return;
  const { id, workspaceId } = connection;
  const system = createSystemContext(ctx, job, workspaceId, happened);
  // An answer before this failure counts first.
  const lastOkAt = ctx.connectionCalls.takeAnswer(id);
  if (lastOkAt)
    await Connection.query(ctx.knex)
      .findById(id)
      .where((any) => void any.whereNull('lastErrorAt').orWhere('lastErrorAt', '<=', lastOkAt))
      .patch({ ...healthy, lastOkAt });
  if (details.providerStatus === 401 && connection.testCapabilityId === null && hasCredential(connection)) {
    await system.transaction(async (tx) => ({ connection: await noteRefused(tx, connection, code) }));
    return;
  }
  if (details.providerStatus === 401 && connection.testCapabilityId !== null) {
    const before = await findConnection(system, id);
    const found = await look(system, before);
    await system.transaction(async (tx) => ({ connection: await noteCheck(tx, before, found) }));
    return;
  }
  const now = ctx.clock.now();
  if (code === 'provider_unavailable' && connection.status === 'ACTIVE') {
    await system.transaction(async (tx) => {
      const before = await lockConnection(tx, id);
      if (before.status !== 'ACTIVE') return {};
      const parts = { lastErrorAt: now, lastErrorCode: code };
      await moveConnection(tx, before, 'degrade', 'connection.degraded', parts);
      return {};
    });
    return;
  }
  await Connection.query(ctx.knex)
    .findById(id)
    .whereRaw('(last_error_code is distinct from ? or last_error_at < ?)', [
      code,
      secondsAfter(now, -noteSeconds),
    ])
    .patch({ lastErrorAt: now, lastErrorCode: code });
}

function hasCredential({ credentialReferenceId, tokenReferenceId }: CalledConnection): boolean {
  return credentialReferenceId !== null || tokenReferenceId !== null;
}

// Some operations return 401 for other reasons, so one does not decide, but several in a row do.
async function noteRefused(
  tx: TransactionContext,
  { id, authorizedAt }: CalledConnection,
  lastErrorCode: string,
): Promise<Connection> {
  const before = await lockConnection(tx, id);
  if (before.authorizedAt?.getTime() !== authorizedAt?.getTime()) return before;
  const refusedInRow = before.refusedInRow + 1;
  const parts = { lastErrorAt: tx.clock.now(), lastErrorCode, refusedInRow };
  const isServing = before.status === 'ACTIVE' || before.status === 'DEGRADED';
  if (refusedInRow >= maxRefusedInRow && isServing && before.problem === null)
    return await moveConnection(tx, before, 'demand', 'connection.action_required', {
      ...parts,
      problem: 'CREDENTIAL_REFUSED',
      refusedInRow: 0,
    });
  // Health is no change of the connection, so its row version stays.
  await Connection.query(tx.knex).findById(id).patch(parts);
  return before;
}
