import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import type { MemberCaller } from '../../kernel/access/caller.ts';
import { permits } from '../../kernel/access/permissions.ts';
import { accountablePersonsOfMembers } from '../../identity/automation/accountable-persons.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { accountablePersonsOfAgents } from '../../identity/mcp-credential/accountable-persons.ts';
import { MeType } from '../../identity/session/me.ts';
import { approvable } from './approvable.ts';
import { couldDecideEach, independentEach } from './approvers.ts';
import { registeredKinds, type ApprovalKind } from './kinds.ts';

const CountersType = builder.objectRef<MemberCaller>('Counters').implement({
  description: 'The requests that wait for the caller in the workspace.',
  fields: (t) => ({
    approvalsWaiting: t.int({
      description:
        'How many pending requests the caller could approve now, without those of a suspended application. It does ' +
        'not check whether a subject has changed.',
      complexity: 5,
      resolve: async (caller, _args, ctx) => await countWaiting(ctx, caller),
    }),
  }),
});

builder.objectField(MeType, 'counters', (t) => t.field({ type: CountersType, resolve: (caller) => caller }));

// The rules of `decide` in one query. It omits the caller's own requests, those they endorsed or are too new
// for, and those reserved for independent approvers. It also omits requests that cannot be approved.
async function countWaiting(ctx: Context, caller: MemberCaller): Promise<number> {
  if (caller.kind === 'AUTOMATION') return 0;
  const { personId, membership } = caller;
  if (!membership || !permits(membership, 'approvals:decide')) return 0;
  const kinds = registeredKinds().filter(({ deciding }) => permits(membership, deciding));
  const member = await ctx.load(Member, membership.memberId);
  const person = await ctx.load(Person, personId);
  if (!member || !person?.emailVerifiedAt || kinds.length === 0) return 0;
  return await ApprovalRequest.inWorkspace(ctx)
    .where({ status: 'PENDING' })
    .where((any) => {
      for (const row of kinds) void any.orWhere((one) => mayDecideOne(ctx.knex, one, row, member));
    })
    .whereExists(approvable(ctx.knex, ctx.clock.now()))
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
    .whereNotExists(accountablePersonsOfAgents(ctx.knex).where('mcpCredentialPerson.personId', personId))
    .resultSize();
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
