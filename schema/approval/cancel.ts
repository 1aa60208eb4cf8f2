import { demand } from '../access/permissions.ts';
import { record } from '../audit/record.ts';
import { builder } from '../builder.ts';
import { memberOf, type Context } from '../context.ts';
import { requestFields } from './fields.ts';
import { lockApprovalRequest } from './find.ts';
import { kindOf } from './kinds.ts';
import { moveRequest } from './move.ts';
import { approvalMoves, statusAt } from './rules.ts';
import { toldOf } from './told.ts';

/** Takes a request back before it is decided: whoever could have asked may, since it takes nothing but a wish away. */
export async function cancelRequest(ctx: Context, { approvalRequestId }: { approvalRequestId: string }) {
  return await ctx.transaction(async (tx) => {
    const request = await lockApprovalRequest(tx, approvalRequestId);
    const row = kindOf(request.kind);
    demand(memberOf(tx), row.asking);
    approvalMoves.next(statusAt(request, tx.clock.now()), 'cancel');
    const approvalRequest = await moveRequest(tx, request, 'cancel');
    await row.end(tx, approvalRequest, { ending: 'CANCELLED', comment: null });
    const data = toldOf(approvalRequest);
    await record(tx, 'approval.cancelled', { subject: approvalRequest, data });
    return { approvalRequest };
  });
}

builder.relayMutationField(
  'cancelRequest',
  { inputFields: (t) => ({ approvalRequestId: t.id({ required: true, description: 'The request.' }) }) },
  {
    description:
      'Takes back a request that nobody has decided. Needs `approvals:read` and the permission to ask for it.',
    authScopes: { can: 'approvals:read' },
    resolve: async (_root, { input }, ctx) => await cancelRequest(ctx, input),
  },
  { outputFields: requestFields },
);
