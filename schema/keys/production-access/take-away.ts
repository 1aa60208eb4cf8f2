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
  /** What is asked for meanwhile. */
  request: ApprovalRequest | null;
}

/** The access, locked for somebody who takes it away, with what is asked for meanwhile. */
export async function lockToTakeAway(tx: TransactionContext, applicationId: string): Promise<Taking> {
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
 * Ends what is asked for together with the access: no request holds up who takes it away, and none that was made before
 * gives back what its approver was not told of. Once every row is locked, since it is told.
 */
export async function endRequest(
  tx: TransactionContext,
  request: ApprovalRequest | null,
  reason: string,
): Promise<void> {
  if (request) await supersedePending(tx, request, reason);
}
