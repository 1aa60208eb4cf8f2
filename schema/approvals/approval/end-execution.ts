import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { kindOf } from './kinds.ts';
import { moveRequest } from './move.ts';
import { toEventData } from './event-data.ts';

const endings = {
  succeed: ['approval.executed', 'SUCCEEDED'],
  fail: ['approval.execution_failed', 'FAILED'],
  lose: ['approval.outcome_unknown', 'UNKNOWN'],
} as const;

/** Records the result of executing a locked request, and runs the kind's reaction. */
export async function endExecution(
  tx: TransactionContext,
  request: ApprovalRequest,
  move: keyof typeof endings,
  more: { outcome: string | null; tokenDigest?: null },
): Promise<void> {
  const ended = await moveRequest(tx, request, move, more);
  const [told, how] = endings[move];
  await record(tx, told, { subject: ended, data: toEventData(ended) });
  await kindOf(request.kind).executed?.(tx, ended, how);
  if (move === 'lose') tx.afterCommit(`outcome unknown: ${request.id}`, async () => warn(tx, ended));
}

/** Returns the sentence for an unknown outcome: why it is unknown, and where to check. */
export function unknownOutcome(doneBy: string, why: string): string {
  return `Whether ${doneBy} carried it out is unknown, since ${why}. Check ${doneBy} before you make a new request.`;
}

// A person has to check it, and a process that crashed may have left no other trace.
function warn({ log }: TransactionContext, { id, workspaceId, kind, subjectId }: ApprovalRequest): void {
  log.warn({ event: 'approval.outcome_unknown', approvalRequestId: id, workspaceId, kind, subjectId });
}
