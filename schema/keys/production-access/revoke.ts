import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { changeAccess } from './change.ts';
import { lockDependents } from './ending.ts';
import { accessFields, endingFields, type EndingInput } from './fields.ts';
import { lockLive } from '../product-assignment/live.ts';
import { assertGranted, nextAccess } from './rules.ts';
import { endRequest, lockForEnding } from './take-away.ts';

/**
 * Ends production access permanently and revokes its live keys; no later approval revives them. It works even
 * while suspended access is requested again, so no request blocks a revocation. That request ends as well.
 */
export async function revokeProductionAccess(ctx: Context, { applicationId, reason }: EndingInput) {
  return await ctx.transaction(async (tx) => {
    const { before, request } = await lockForEnding(tx, applicationId);
    const completeDependents = await lockDependents(tx, before);
    const { workspaceId, requestedBy } = before;
    const unassign = await lockLive(tx, { workspaceId, applicationId, requestedBy, requestedProducts: [] });
    await endRequest(tx, request, reason);
    assertGranted(before, 'revoke');
    const status = nextAccess(before, 'revoke');
    const productionAccess = await changeAccess(tx, before, 'application.production_access.revoked', {
      status,
      decidedAt: tx.clock.now(),
      liveGrant: null,
      reviewBy: null,
      reviewNoticeAt: null,
      reason,
    });
    await completeDependents();
    await unassign();
    return { productionAccess };
  });
}

builder.relayMutationField(
  'revokeProductionAccess',
  { inputFields: endingFields },
  {
    description:
      'Revokes production access and its live keys immediately, without a second person. The keys never work ' +
      'again, even after a new approval. Needs `production_access:suspend`.',
    authScopes: { can: 'production_access:suspend' },
    resolve: async (_root, { input }, ctx) => await revokeProductionAccess(ctx, input),
  },
  { outputFields: accessFields },
);
