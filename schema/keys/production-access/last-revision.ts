import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { ProductionAccess } from '../../../db/models/production-access.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { revisionStatus, type RevisionStatus } from './revision.ts';

/**
 * Returns the status of the newest revision; null if there is none. The access's own status does not show a
 * review of approved access.
 */
export async function lastRevision(
  tx: TransactionContext,
  { approvalRequestId }: ProductionAccess,
): Promise<RevisionStatus | null> {
  if (!approvalRequestId) return null;
  const request = await ApprovalRequest.inWorkspace(tx).findById(approvalRequestId).throwIfNotFound();
  const decisions = await ApprovalDecision.inWorkspace(tx).where({ requestId: request.id });
  return revisionStatus(request, decisions, tx.clock.now());
}
