import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { decisionsFor, revisionStatus } from './revision.ts';

/** Returns the members whose decision ended the request, whatever their verdict; empty without a decision. */
export async function approversOf(tx: TransactionContext, request: ApprovalRequest): Promise<string[]> {
  const decisions = await ApprovalDecision.inWorkspace(tx).where({ requestId: request.id }).orderBy('id');
  const status = revisionStatus(request, decisions, tx.clock.now());
  return decisionsFor(status, decisions).map(({ memberId }) => memberId);
}
