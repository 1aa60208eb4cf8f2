import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Actor } from '../../../db/models/audit.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { kindOf } from './kinds.ts';
import { moveRequest } from './move.ts';
import { toEventData } from './event-data.ts';

interface Why {
  reason: string;
  /** The actor, if not the caller. */
  actor?: Actor;
}

/** Cancels a locked pending request on the server's behalf, with a reason. */
export async function cancelPending(
  tx: TransactionContext,
  request: ApprovalRequest,
  { reason, ...by }: Why,
): Promise<void> {
  const cancelled = await moveRequest(tx, request, 'cancel', { outcome: reason });
  await kindOf(request.kind).end(tx, cancelled, { ending: 'CANCELLED', comment: reason });
  const data = toEventData(cancelled);
  await record(tx, 'approval.cancelled', { subject: cancelled, data, reason, ...by });
}
