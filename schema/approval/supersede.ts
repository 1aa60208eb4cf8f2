import { record } from '../audit/record.ts';
import type { TransactionContext } from '../context.ts';
import { lockApprovalRequest } from './find.ts';
import { moveRequest } from './move.ts';
import { toldOf } from './told.ts';

/**
 * Locks a request, and ends it where it still waits: what it asks for has been overtaken. For rooms, which lock
 * their own row after it, as decisions do.
 */
export async function supersede(tx: TransactionContext, id: string, reason: string): Promise<void> {
  const request = await lockApprovalRequest(tx, id);
  if (request.status !== 'PENDING') return;
  const superseded = await moveRequest(tx, request, 'supersede');
  await record(tx, 'approval.superseded', { subject: superseded, data: toldOf(superseded), reason });
}
