import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { changeAccess } from './change.ts';
import { accessFields, endingFields, type EndingInput } from './fields.ts';
import { assertGranted, nextAccess } from './rules.ts';
import { endRequest, lockForEnding } from './take-away.ts';

/**
 * Stops the application’s live keys from this commit on, without a second person; only a new approval revives
 * them. A pending review ends too, because its approver saw no suspension.
 */
export async function suspendProductionAccess(ctx: Context, { applicationId, reason }: EndingInput) {
  return await ctx.transaction(async (tx) => {
    const { before, request } = await lockForEnding(tx, applicationId);
    await endRequest(tx, request, reason);
    assertGranted(before, 'suspend');
    const productionAccess = await changeAccess(tx, before, 'application.production_access.suspended', {
      status: nextAccess(before, 'suspend'),
      decidedAt: tx.clock.now(),
      reviewBy: null,
      reviewNoticeAt: null,
      reason,
    });
    return { productionAccess };
  });
}

builder.relayMutationField(
  'suspendProductionAccess',
  { inputFields: endingFields },
  {
    description:
      'Stops the live keys of an application immediately, without a second person. Only a new approval by a ' +
      'different person makes them work again. Needs `production_access:suspend`.',
    authScopes: { can: 'production_access:suspend' },
    resolve: async (_root, { input }, ctx) => await suspendProductionAccess(ctx, input),
  },
  { outputFields: accessFields },
);
