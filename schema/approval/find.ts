import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { ApprovalDecision } from '../../db/models/approval-decision.ts';
import { ApprovalRequest, type ApprovalStatus } from '../../db/models/approval-request.ts';
import { Member } from '../../db/models/member.ts';
import type { Scope } from '../../db/models/base.ts';
import { personsBehindMembers } from '../automation/behind.ts';
import type { TransactionContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { personsBehindAgents } from '../mcp-credential/behind.ts';
import { decidingRoles, kindOf, type ApprovalKind } from './kinds.ts';
import { personsBehind } from './persons.ts';
import { isBehind, isTooNew } from './rules.ts';

/** The request, locked to the end of the transaction. */
export async function lockApprovalRequest(tx: TransactionContext, id: string): Promise<ApprovalRequest> {
  const request = await ApprovalRequest.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!request) throw notFound(tx, 'approval request');
  return request;
}

/** Those in one of the states, as `statusAt` has it: whose time is over is expired, whatever stands in its row. */
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

type Asked = Pick<ApprovalRequest, 'kind' | 'persons' | 'requestedBy' | 'mcpCredentialId' | 'openedPosition'>;

/** Those who may decide it: active, human, of a deciding role, not behind it, and all of that before it was asked for. */
export async function eligibleApprovers(scope: Scope, request: Asked): Promise<Member[]> {
  return await Member.inWorkspace(scope)
    .where({ status: 'ACTIVE', kind: 'HUMAN' })
    .whereIn('role', decidingRoles(kindOf(request.kind)))
    .whereNotIn('personId', await personsBehind(scope, request))
    .where('activePosition', '<', request.openedPosition)
    .where('rolePosition', '<', request.openedPosition);
}

/** How many `eligibleApprovers` each request of the kind has, as a part of a query of the requests. */
export function approverCount(knex: Knex, row: ApprovalKind): Knex.QueryBuilder {
  return knex('member')
    .count()
    .whereRaw('member.workspace_id = approval_request.workspace_id')
    .where({ 'member.status': 'ACTIVE', 'member.kind': 'HUMAN' })
    .whereIn('member.role', decidingRoles(row))
    .whereRaw('not (member.person_id = any (approval_request.persons))')
    .whereNotExists(
      personsBehindMembers(knex)
        .whereRaw('automation.member_id = approval_request.requested_by')
        .whereRaw('automation_person.person_id = member.person_id'),
    )
    .whereNotExists(personsBehindAgents(knex).whereRaw('mcp_credential_person.person_id = member.person_id'))
    .whereRaw('member.active_position < approval_request.opened_position')
    .whereRaw('member.role_position < approval_request.opened_position');
}

/**
 * How many of those who approved it could do so now, as `decide` judges it: who was given another role, or was suspended and
 * came back, is too new by now. They are kept as they are to the end of the transaction.
 */
export async function standingApprovals(
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
  const asked = { persons: await personsBehind(tx, request), openedPosition: request.openedPosition };
  return members.filter(
    (member) =>
      member.status === 'ACTIVE' &&
      member.kind === 'HUMAN' &&
      deciding.includes(member.role) &&
      !isBehind(asked, member) &&
      !isTooNew(asked, member),
  ).length;
}
