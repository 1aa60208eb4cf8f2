import { ProductionAccess } from '../../db/models/production-access.ts';
import { lockApprovalRequest } from '../approval/find.ts';
import { supersedePending } from '../approval/supersede.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { refuse } from '../errors.ts';
import { changeAccess } from './change.ts';
import { accessFields, endingFields, type EndingInput } from './fields.ts';
import { lockExistingAccess } from './lock.ts';
import { accessMoves } from './rules.ts';

/**
 * Ends production access for good: its live keys work no more, whatever is approved later. Also while it is suspended
 * and asked for again, so that no request holds up whoever takes access away; that request ends as well.
 */
export async function revokeProductionAccess(ctx: Context, { applicationId, reason }: EndingInput) {
  return await ctx.transaction(async (tx) => {
    const seen = await ProductionAccess.inWorkspace(tx).findOne({ applicationId });
    const request = seen?.approvalRequestId && (await lockApprovalRequest(tx, seen.approvalRequestId));
    const before = await lockExistingAccess(tx, applicationId);
    const status = accessMoves.next(before.status, 'revoke');
    demandGranted(before);
    if (before.approvalRequestId !== seen?.approvalRequestId)
      throw refuse(
        'invalid_transition',
        'It was asked for again at this moment. Send the revocation once more.',
      );
    if (request) await supersedePending(tx, request, reason);
    const productionAccess = await changeAccess(tx, before, 'application.production_access.revoked', {
      status,
      decidedAt: tx.clock.now(),
      liveGrant: null,
      reason,
    });
    return { productionAccess };
  });
}

function demandGranted({ liveGrant }: ProductionAccess): void {
  if (liveGrant !== null) return;
  throw refuse(
    'invalid_transition',
    'It was never approved, so there is nothing to revoke. Reject or cancel what is asked for.',
  );
}

builder.relayMutationField(
  'revokeProductionAccess',
  { inputFields: endingFields },
  {
    description:
      'Ends production access at once, by one person. Its live keys never work again, also after a new approval. Needs ' +
      '`production_access:suspend`.',
    authScopes: { can: 'production_access:suspend' },
    resolve: async (_root, { input }, ctx) => await revokeProductionAccess(ctx, input),
  },
  { outputFields: accessFields },
);
