import { ProductionAccess } from '../../db/models/production-access.ts';
import { supersede } from '../approval/supersede.ts';
import type { TransactionContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { lockGranted } from './lock.ts';

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
  if (seen?.approvalRequestId) await supersede(tx, seen.approvalRequestId, reason);
  const before = await lockGranted(tx, applicationId);
  if (before.approvalRequestId === seen?.approvalRequestId) return before;
  throw refuse('invalid_transition', 'It was asked for again at this moment. Send this once more.');
}
