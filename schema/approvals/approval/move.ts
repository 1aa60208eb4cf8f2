import type { PartialModelObject } from 'objection';
import { ApprovalRequest, type ApprovalStatus } from '../../../db/models/approval-request.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { approvalMoves } from './rules.ts';
import { announceRequester, announceToApprovers } from './announce-by-mail.ts';

const unfinished = new Set<ApprovalStatus>(['APPROVED', 'EXECUTING']);

type More = PartialModelObject<ApprovalRequest> & {
  /** The reason of the move, for the mail to the requester. */
  reason?: string | null;
};

/** Writes the next status of the request, and mails the requester and the approvers. */
export async function moveRequest(
  tx: TransactionContext,
  { id, status }: ApprovalRequest,
  move: Parameters<typeof approvalMoves.next>[1],
  { reason = null, ...more }: More = {},
): Promise<ApprovalRequest> {
  const now = tx.clock.now();
  const next = approvalMoves.next(status, move);
  const endedAt = unfinished.has(next) ? null : now;
  const request = await ApprovalRequest.change(tx.knex, id, now, { ...more, status: next, endedAt });
  await announceRequester(tx, request, { isGivenBack: move === 'request changes', reason });
  await announceToApprovers(tx, request);
  return request;
}
