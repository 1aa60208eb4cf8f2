import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { WebhookDeliveryType } from './type.ts';
import { findDelivery, lockEndpoint, lockQueue } from '../webhook-endpoint/find.ts';
import { deliveryMoves, endpointMoves } from '../webhook-endpoint/rules.ts';
import { sendAgain } from '../webhook-endpoint/send-again.ts';
import { toDeliveryEventData } from '../webhook-endpoint/event-data.ts';

/** Replays a delivery in any state immediately, under its original `webhook-id`. */
export async function replayWebhookDelivery(ctx: Context, id: string) {
  return await ctx.transaction(async (tx) => {
    const { endpointId } = await findDelivery(tx, id);
    const endpoint = await lockEndpoint(tx, endpointId);
    endpointMoves.next(endpoint.status, 'send to');
    await lockQueue(tx, endpointId);
    const before = await findDelivery(tx, id);
    deliveryMoves.next(before.status, 'replay');
    await sendAgain(tx, endpoint, [id]);
    const webhookDelivery = await WebhookDelivery.inWorkspace(tx).findById(id).throwIfNotFound();
    await record(tx, 'webhook_delivery.replay_requested', {
      subject: webhookDelivery,
      data: toDeliveryEventData(webhookDelivery),
      changes: { status: [before.status, webhookDelivery.status] },
    });
    return { webhookDelivery };
  });
}

builder.relayMutationField(
  'replayWebhookDelivery',
  { inputFields: (t) => ({ id: t.id({ required: true, description: 'The webhook delivery.' }) }) },
  {
    description:
      'Replays a delivery in any state with the same `webhook-id`, immediately unless the endpoint’s circuit is ' +
      'open. A retrying delivery is sent now. `invalid_transition` if it is being sent, or if its endpoint is not ' +
      'active. Needs `webhook_deliveries:replay`.',
    authScopes: { can: 'webhook_deliveries:replay' },
    resolve: async (_root, { input }, ctx) => await replayWebhookDelivery(ctx, input.id),
  },
  {
    outputFields: (t) => ({
      webhookDelivery: t.field({ type: WebhookDeliveryType, resolve: (it) => it.webhookDelivery }),
    }),
  },
);
