import { ApprovalRequest, type ApprovalKindName } from '../../../db/models/approval-request.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { cancelIfAbandoned } from './cancel-abandoned.ts';
import { expireIfOver } from './expire.ts';
import { isUnchanged, kindOf } from './kinds.ts';
import { supersedePending } from './supersede.ts';

/**
 * The subject's request of the kind that stands as PENDING, locked. For the verbs that ask again, which call it first: a
 * request is locked before its subject, as decisions do.
 */
export async function lockPending(
  tx: TransactionContext,
  kind: ApprovalKindName,
  subjectId: string,
): Promise<ApprovalRequest | null> {
  const pending = ApprovalRequest.inWorkspace(tx).findOne({ kind, subjectId, status: 'PENDING' });
  return (await pending.forNoKeyUpdate()) ?? null;
}

/**
 * Ends a request that waits in name alone, so that it holds up nobody who asks again: its time is over or who asked
 * has left, and nobody has written so, or what it is about has changed. Called once the subject is locked, since it writes
 * the log, whose head is locked after all rows.
 */
export async function makeWay(tx: TransactionContext, pending: ApprovalRequest | null): Promise<void> {
  if (!pending || (await expireIfOver(tx, pending)) || (await cancelIfAbandoned(tx, pending))) return;
  const row = kindOf(pending.kind);
  if (await isUnchanged(tx, row, pending)) return;
  const reason = 'A new request has replaced it, since its subject has changed.';
  await row.end(tx, pending, { ending: 'SUPERSEDED', comment: reason });
  await supersedePending(tx, pending, reason);
}
