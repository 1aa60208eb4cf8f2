import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { endpointFields } from './fields.ts';
import { lockEndpoint } from './find.ts';
import { moveEndpoint } from './move.ts';

/** Pauses an endpoint. Its events are kept for seven days until it is resumed. */
export async function pauseWebhookEndpoint(ctx: Context, id: string) {
  return await ctx.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id);
    return { webhookEndpoint: await moveEndpoint(tx, before, 'pause', 'webhook_endpoint.paused') };
  });
}

builder.relayMutationField(
  'pauseWebhookEndpoint',
  { inputFields: (t) => ({ ...rowFields(t, 'The webhook endpoint.') }) },
  {
    description:
      'Pauses an endpoint. Deliveries in progress finish; new ones are queued for seven days. Needs `webhooks:write`.',
    authScopes: { can: 'webhooks:write' },
    resolve: async (_root, { input }, ctx) => await pauseWebhookEndpoint(ctx, input.id),
  },
  { outputFields: endpointFields },
);
