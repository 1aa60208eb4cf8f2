import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import type { MemberCaller } from '../../kernel/access/caller.ts';
import { permits } from '../../kernel/access/permissions.ts';
import { accountablePersonsOfMembers } from '../../identity/automation/accountable-persons.ts';
import type { Context } from '../../kernel/context.ts';
import { accountablePersonsOfAgents } from '../../identity/mcp-credential/accountable-persons.ts';
import { approvable } from './approvable.ts';
import { couldDecideEach, independentEach } from './approvers.ts';
import { registeredKinds, type ApprovalKind } from './kinds.ts';

/**
 * Restricts a query to the pending requests of these kinds that the caller could approve now, by the rules of
 * `decide`. It leaves out the caller's own requests, those they endorsed or are too new for, those reserved for
 * independent approvers, and those that cannot be approved. Returns false if the caller can decide none, and then
 * changes nothing.
 */
export async function whereDecidableBy(
  ctx: Context,
  caller: MemberCaller,
  query: QueryBuilder<ApprovalRequest>,
  among: readonly ApprovalKind[] = registeredKinds(),
): Promise<boolean> {
  if (caller.kind === 'AUTOMATION') return false;
  const { personId, membership } = caller;
  if (!membership || !permits(membership, 'approvals:decide')) return false;
  const kinds = among.filter(({ deciding }) => permits(membership, deciding));
  const member = await ctx.load(Member, membership.memberId);
  const person = await ctx.load(Person, personId);
  if (!member || !person?.emailVerifiedAt || kinds.length === 0) return false;
  void query
    .where({ status: 'PENDING' })
    .where((any) => {
      for (const row of kinds) void any.orWhere((one) => mayDecideOne(ctx.knex, one, row, member));
    })
    .whereExists(approvable(ctx.knex, ctx.clock.now(), kinds))
    .where('approvalRequest.expiresAt', '>', ctx.clock.now())
    .where('approvalRequest.openedPosition', '>', member.activePosition)
    .where('approvalRequest.openedPosition', '>', member.rolePosition)
    .whereRaw('not (? = any (approval_request.persons))', [personId])
    .whereNotExists(
      ApprovalDecision.query(ctx.knex)
        .where({ personId })
        .whereColumn('approvalDecision.requestId', 'approvalRequest.id'),
    )
    .whereNotExists(
      accountablePersonsOfMembers(ctx.knex)
        .where('automationPerson.personId', personId)
        .whereRaw('automation.member_id = approval_request.requested_by'),
    )
    .whereNotExists(accountablePersonsOfAgents(ctx.knex).where('mcpCredentialPerson.personId', personId));
  return true;
}

// The same rule as in `whoMayNow`.
function mayDecideOne(
  knex: Knex,
  query: QueryBuilder<ApprovalRequest>,
  row: ApprovalKind,
  member: Member,
): void {
  const me = (approvers: Knex.QueryBuilder) => approvers.where('member.id', member.id);
  const others = independentEach(knex, row).whereNotExists(
    knex('approval_decision')
      .whereRaw('approval_decision.request_id = approval_request.id')
      .whereRaw('approval_decision.person_id = member.person_id'),
  );
  void query
    .where('approvalRequest.kind', row.kind)
    .where(
      (any) =>
        void any
          .whereExists(me(independentEach(knex, row)))
          .orWhere((last) => void last.whereExists(me(couldDecideEach(knex, row))).whereNotExists(others)),
    );
}
