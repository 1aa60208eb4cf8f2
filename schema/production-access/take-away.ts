import { ProductionAccess } from '../../db/models/production-access.ts';
import { lockApprovalRequest } from '../approval/find.ts';
import { supersedePending } from '../approval/supersede.ts';
import type { TransactionContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { lockExistingAccess } from './lock.ts';

/**
 * The access, locked for somebody who takes it away. What is asked for meanwhile ends with it: no request holds them up,
 * and none that was made before gives back what its approver was not told of.
 */
export async function lockToTakeAway(
  tx: TransactionContext,
  applicationId: string,
  reason: string,
): Promise<ProductionAccess> {
  const seen = await ProductionAccess.inWorkspace(tx).findOne({ applicationId });
  const request = seen?.approvalRequestId && (await lockApprovalRequest(tx, seen.approvalRequestId));
  const before = await lockExistingAccess(tx, applicationId);
  if (before.approvalRequestId !== seen?.approvalRequestId)
    throw refuse('invalid_transition', 'It was asked for again at this moment. Send this once more.');
  if (request) await supersedePending(tx, request, reason);
  return before;
}
