import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { decide, type Decision } from './decide.ts';
import { decisionFields, requestFields } from './fields.ts';
import { decidingPermission } from './kinds.ts';
import { moveRequest } from './move.ts';
import { toEventData } from './event-data.ts';

/** Sends a request back for changes. It ends; the next submission is a new request with its own digest. */
export async function requestChanges(ctx: Context, decision: Decision) {
  return await ctx.transaction(async (tx) => {
    const { request, row, told } = await decide(tx, 'REQUEST_CHANGES', decision);
    const comment = decision.comment ?? null;
    const approvalRequest = await moveRequest(tx, request, 'request changes', { reason: comment });
    await row.end(tx, approvalRequest, { ending: 'CHANGES_REQUESTED', comment });
    const subject = approvalRequest;
    const data = toEventData(approvalRequest);
    await record(tx, 'approval.superseded', { subject, data, changes: told, reason: comment });
    return { approvalRequest };
  });
}

builder.relayMutationField(
  'requestChanges',
  { inputFields: (t) => decisionFields(t, { isCommentRequired: true }) },
  {
    description:
      'Sends a request back for changes, with a reason. It ends; a resubmission makes a new request. Needs ' +
      '`approvals:decide` and the permission of the kind.',
    authScopes: { can: 'approvals:decide' },
    extensions: { permission: decidingPermission },
    resolve: async (_root, { input }, ctx) => await requestChanges(ctx, input),
  },
  { outputFields: requestFields },
);
