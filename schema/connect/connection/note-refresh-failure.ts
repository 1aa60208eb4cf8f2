import type { Connection, ConnectionProblem } from '../../../db/models/connection.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import type { ErrorCode } from '../../values/error-table.ts';
import type { OAuthFailure } from '../../kernel/ports/provider-oauth.ts';
import { LeaseLost, lockLeased, type Lease } from './lease.ts';
import { changeUnrecorded, moveConnection } from './move.ts';
import { maxRefreshFailures, refreshRetryAfter, serving } from './rules.ts';

type Code = OAuthFailure['code'] | ErrorCode;

/** The failures that a person has to fix. After any other, the next attempt may succeed. */
const problems: Partial<Record<Code, ConnectionProblem>> = {
  grant_refused: 'GRANT_REFUSED',
  client_refused: 'CLIENT_REFUSED',
  scope_refused: 'SCOPE_REFUSED',
};

/** Records that a refresh failed: a person has to act, or the job tries again later. */
export async function noteRefreshFailure(ctx: Context, lease: Lease, code: Code): Promise<void> {
  try {
    await ctx.transaction(async (tx) => {
      const before = await lockLeased(tx, lease);
      const now = tx.clock.now();
      const error = { lastErrorAt: now, lastErrorCode: code, refreshLeaseUntil: null };
      const problem = problems[code];
      return {
        connection: await (problem
          ? requireAction(tx, before, { ...error, problem })
          : defer(tx, before, error)),
      };
    });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

type Error = Pick<Connection, 'lastErrorAt' | 'lastErrorCode' | 'refreshLeaseUntil'>;

async function requireAction(
  tx: TransactionContext,
  before: Connection,
  patch: Error & { problem: ConnectionProblem },
): Promise<Connection> {
  const parts = { ...patch, refreshDueAt: null, nextCheckAt: null };
  // A connection that no longer serves needs no event. Enabling a disabled one shows its problem.
  if (!serving.has(before.status)) return await changeUnrecorded(tx, before, parts);
  return await moveConnection(tx, before, 'demand', 'connection.action_required', parts);
}

async function defer(tx: TransactionContext, before: Connection, error: Error): Promise<Connection> {
  const now = tx.clock.now();
  const refreshFailures = before.refreshFailures + 1;
  const parts = { ...error, refreshFailures, refreshDueAt: refreshRetryAfter(refreshFailures, now) };
  if (refreshFailures === maxRefreshFailures && before.status === 'ACTIVE')
    return await moveConnection(tx, before, 'degrade', 'connection.degraded', parts);
  return await changeUnrecorded(tx, before, parts);
}
