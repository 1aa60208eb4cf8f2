import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { ProductionAccess } from '../../../db/models/production-access.ts';
import { lockApprovalRequest } from '../../approvals/approval/find.ts';
import { supersedePending } from '../../approvals/approval/supersede.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';
import { lockExistingAccess } from './lock.ts';

interface Taking {
  before: ProductionAccess;
  /** The newest request, which may be pending. */
  request: ApprovalRequest | null;
}

/** Locks the access for a suspension or revocation, together with its newest request. */
export async function lockForEnding(tx: TransactionContext, applicationId: string): Promise<Taking> {
  const seen = await ProductionAccess.inWorkspace(tx).findOne({ applicationId });
  const request = seen?.approvalRequestId ? await lockApprovalRequest(tx, seen.approvalRequestId) : null;
  const before = atVersion(tx, await lockExistingAccess(tx, applicationId), applicationId);
  if (before.approvalRequestId !== seen?.approvalRequestId)
    throw refuse(
      'invalid_transition',
      'Production access was requested again at the same moment. Send this request again.',
    );
  return { before, request };
}

/**
 * Supersedes a pending request. No request thus blocks a suspension or revocation, and no earlier one undoes
 * it without the approver's knowledge. Call it after all rows are locked, because it records an event.
 */
export async function endRequest(
  tx: TransactionContext,
  request: ApprovalRequest | null,
  reason: string,
): Promise<void> {
  if (request) await supersedePending(tx, request, reason);
}
