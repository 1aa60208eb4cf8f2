import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { changeAccess } from './change.ts';
import { accessFields, endingFields, type EndingInput } from './fields.ts';
import { lockGranted } from './lock.ts';
import { accessMoves } from './rules.ts';

/** Ends production access for good: its live keys work no more, whatever is approved later. */
export async function revokeProductionAccess(ctx: Context, { applicationId, reason }: EndingInput) {
  return await ctx.transaction(async (tx) => {
    const before = await lockGranted(tx, applicationId);
    const productionAccess = await changeAccess(tx, before, 'application.production_access.revoked', {
      status: accessMoves.next(before.status, 'revoke'),
      decidedAt: tx.clock.now(),
      keysFrom: null,
      reason,
    });
    return { productionAccess };
  });
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
