import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { decide, type Decision } from './decide.ts';
import { decisionFields, requestFields } from './fields.ts';
import { validApprovals } from './find.ts';
import { decidingPermission } from './kinds.ts';
import { moveRequest } from './move.ts';
import { toEventData } from './event-data.ts';

/**
 * Approves another person's request. The last approval of the quorum also executes an INSIDE command in the
 * same transaction, with all checks repeated.
 */
export async function approveRequest(ctx: Context, decision: Decision) {
  return await ctx.transaction(async (tx) => {
    const { request, row, told } = await decide(tx, 'APPROVE', decision);
    const reason = decision.comment ?? null;
    if ((await validApprovals(tx, row, request)) < request.quorum) {
      const data = { ...toEventData(request), ...told };
      await record(tx, 'approval.endorsed', { subject: request, data, changes: told, reason });
      return { approvalRequest: request };
    }
    const { execution } = row;
    const isInside = execution.form === 'INSIDE';
    const approvalRequest = await moveRequest(tx, request, isInside ? 'approve and execute' : 'approve');
    if (isInside) await execution.run(tx, approvalRequest);
    const data = toEventData(approvalRequest);
    const subject = approvalRequest;
    await record(tx, 'approval.approved', { subject, data: { ...data, ...told }, changes: told, reason });
    // A separate event, so that followers of executions see each one, INSIDE or OUTSIDE.
    if (isInside) await record(tx, 'approval.executed', { subject, data });
    return { approvalRequest };
  });
}

builder.relayMutationField(
  'approveRequest',
  { inputFields: (t) => decisionFields(t, { isCommentRequired: false }) },
  {
    description:
      'Approves a request. Needs `approvals:decide` and the permission of the kind. Errors: ' +
      '`self_approval_forbidden` for a person accountable for the request, `approver_too_new`, ' +
      '`address_not_proved`, `approver_not_independent`, `already_decided`, `subject_changed`.',
    authScopes: { can: 'approvals:decide' },
    extensions: { permission: decidingPermission },
    resolve: async (_root, { input }, ctx) => await approveRequest(ctx, input),
  },
  { outputFields: requestFields },
);
