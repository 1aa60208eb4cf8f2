import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { endpointFields } from './fields.ts';
import { lockEndpoint, lockQueue } from './find.ts';
import { moveEndpoint } from './move.ts';
import { discardWaiting } from './queue.ts';
import { endpointMoves } from './rules.ts';

/** Deletes an endpoint permanently: destroys its secrets and discards its queued deliveries. */
export async function deleteWebhookEndpoint(ctx: Context, id: string) {
  return await ctx.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id);
    const queue = await lockQueue(tx, id);
    endpointMoves.next(before.status, 'delete');
    await discardWaiting(tx, queue, tx.clock.now());
    const webhookEndpoint = await moveEndpoint(tx, before, 'delete', 'webhook_endpoint.deleted', {
      sealedSecret: null,
      sealedPreviousSecret: null,
      previousSecretEndsAt: null,
    });
    return { webhookEndpoint };
  });
}

builder.relayMutationField(
  'deleteWebhookEndpoint',
  { inputFields: (t) => ({ ...rowFields(t, 'The webhook endpoint.') }) },
  {
    description:
      'Deletes an endpoint permanently. Its secrets are destroyed and its queued deliveries discarded; finished ' +
      'deliveries stay listed. Needs `webhooks:write`.',
    authScopes: { can: 'webhooks:write' },
    resolve: async (_root, { input }, ctx) => await deleteWebhookEndpoint(ctx, input.id),
  },
  { outputFields: endpointFields },
);
