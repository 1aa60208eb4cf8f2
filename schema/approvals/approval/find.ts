import type { QueryBuilder } from 'objection';
import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import { ApprovalRequest, type ApprovalStatus } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';
import { decidingRoles, type ApprovalKind } from './kinds.ts';
import { accountablePersons } from './accountable-persons.ts';
import { isAccountable, isTooNew } from './rules.ts';

/** Returns the request, locked to the end of the transaction. */
export async function lockApprovalRequest(tx: TransactionContext, id: string): Promise<ApprovalRequest> {
  const request = await ApprovalRequest.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!request) throw notFound(tx, 'approval request');
  return atVersion(tx, request);
}

/**
 * Restricts a query to these statuses by the rule of `statusAt`: a pending request past its expiry counts as
 * expired.
 */
export function whereStatus(
  query: QueryBuilder<ApprovalRequest>,
  statuses: readonly ApprovalStatus[],
  now: Date,
): QueryBuilder<ApprovalRequest> {
  return query.whereRaw(
    "case when status = 'PENDING' and expires_at <= ? then 'EXPIRED' else status end = any (?)",
    [now, [...statuses]],
  );
}

/**
 * Returns how many approvals still count by the rules of `decide`. An approver who got another role, or was
 * suspended and reactivated, is too new. Locks the approvers' rows, shared, to the end of the transaction.
 */
export async function validApprovals(
  tx: TransactionContext,
  row: ApprovalKind,
  request: ApprovalRequest,
): Promise<number> {
  const approvals = await ApprovalDecision.inWorkspace(tx).where({
    requestId: request.id,
    verdict: 'APPROVE',
  });
  const members = await Member.inWorkspace(tx)
    .findByIds(approvals.map(({ memberId }) => memberId))
    .orderBy('id')
    .forShare();
  const deciding = decidingRoles(row);
  const asked = { persons: await accountablePersons(tx, request), openedPosition: request.openedPosition };
  return members.filter(
    (member) =>
      member.status === 'ACTIVE' &&
      member.kind === 'HUMAN' &&
      deciding.includes(member.role) &&
      !isAccountable(asked, member) &&
      !isTooNew(asked, member),
  ).length;
}
