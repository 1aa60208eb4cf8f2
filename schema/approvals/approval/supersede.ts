import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { moveRequest } from './move.ts';
import { toEventData } from './event-data.ts';

/** Supersedes a locked request if it is still pending. */
export async function supersedePending(
  tx: TransactionContext,
  request: ApprovalRequest,
  reason: string,
): Promise<void> {
  if (request.status !== 'PENDING') return;
  const superseded = await moveRequest(tx, request, 'supersede', { reason });
  await record(tx, 'approval.superseded', { subject: superseded, data: toEventData(superseded), reason });
}
