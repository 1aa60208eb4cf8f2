import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { decide, type Decision } from './decide.ts';
import { decisionFields, requestFields } from './fields.ts';
import { decidingPermission } from './kinds.ts';
import { moveRequest } from './move.ts';
import { toEventData } from './event-data.ts';

/** Rejects another person's request, with a reason. One rejection is enough. */
export async function rejectRequest(ctx: Context, decision: Decision) {
  return await ctx.transaction(async (tx) => {
    const { request, row, told } = await decide(tx, 'REJECT', decision);
    const comment = decision.comment ?? null;
    const approvalRequest = await moveRequest(tx, request, 'reject', { reason: comment });
    await row.end(tx, approvalRequest, { ending: 'REJECTED', comment });
    const data = { ...toEventData(approvalRequest), ...told };
    const subject = approvalRequest;
    await record(tx, 'approval.rejected', { subject, data, changes: told, reason: comment });
    return { approvalRequest };
  });
}

builder.relayMutationField(
  'rejectRequest',
  { inputFields: (t) => decisionFields(t, { isCommentRequired: true }) },
  {
    description: 'Rejects a request, with a reason. Needs `approvals:decide` and the permission of the kind.',
    authScopes: { can: 'approvals:decide' },
    extensions: { permission: decidingPermission },
    resolve: async (_root, { input }, ctx) => await rejectRequest(ctx, input),
  },
  { outputFields: requestFields },
);
