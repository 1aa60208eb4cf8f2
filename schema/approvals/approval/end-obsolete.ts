import { ApprovalRequest, type ApprovalKindName } from '../../../db/models/approval-request.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { cancelIfAbandoned } from './cancel-abandoned.ts';
import { expireIfOver } from './expire.ts';
import { isUnchanged, kindOf } from './kinds.ts';
import { supersedePending } from './supersede.ts';

/**
 * Returns the subject's request of the kind with the stored status PENDING, locked. Commands that make a new
 * request call this first, since a request is locked before its subject, as in decisions.
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
 * Ends a request that is pending in name only, so that it does not block a new one. It has expired, is
 * abandoned, or its subject has changed. Callers lock the subject first, since this writes the audit log,
 * whose head is locked last.
 */
export async function endObsolete(tx: TransactionContext, pending: ApprovalRequest | null): Promise<void> {
  if (!pending || (await expireIfOver(tx, pending)) || (await cancelIfAbandoned(tx, pending))) return;
  const row = kindOf(pending.kind);
  if (await isUnchanged(tx, row, pending)) return;
  const reason = 'A new request has replaced it, since its subject has changed.';
  await row.end(tx, pending, { ending: 'SUPERSEDED', comment: reason });
  await supersedePending(tx, pending, reason);
}
