import { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import type { DeliveryChange } from '../../kernel/ports/feed.ts';
import { changeAfter, changeCursor } from './change-cursor.ts';
import { WebhookDeliveryType } from './type.ts';
import { findEndpoint } from '../webhook-endpoint/find.ts';
import { WebhookEndpointType } from '../webhook-endpoint/type.ts';

const DeliveryChangedType = builder.objectRef<DeliveryChange>('DeliveryChanged').implement({
  description: 'A delivery was created, sent or ended, or its schedule has changed.',
  fields: (t) => ({
    cursor: t.string({
      description: 'Send it as `after` to continue without a gap.',
      resolve: ({ position, delivery }, _args, ctx) => changeCursor(ctx, delivery.endpointId, position),
    }),
    delivery: t.field({
      type: WebhookDeliveryType,
      description: 'The delivery after this change, with its current attempts.',
      resolve: ({ delivery }) => delivery,
    }),
  }),
});

builder.subscriptionField('deliveryChanged', (t) =>
  t.field({
    type: DeliveryChangedType,
    description:
      'Changes of deliveries to a webhook endpoint: created, sent, retried or ended. Several changes of one ' +
      'delivery may arrive as one message with its latest state. A client that resumes with the last cursor ' +
      'receives every stored delivery that has changed since. Needs `webhook_deliveries:read`.',
    args: {
      endpointId: t.arg.id({ required: true, description: 'Only deliveries to this endpoint.' }),
      after: t.arg.string({
        description:
          'The `cursor` of the last message, or the endpoint’s `deliveryCursor`. Without it, the subscription starts ' +
          'now. `invalid_cursor` if it belongs to another endpoint.',
      }),
    },
    authScopes: { can: 'webhook_deliveries:read' },
    subscribe: async (_root, { endpointId, after }, ctx) => await followDeliveries(ctx, endpointId, after),
    resolve: (change) => change,
  }),
);

async function followDeliveries(
  ctx: Context,
  endpointId: string,
  after: string | null | undefined,
): Promise<AsyncIterable<DeliveryChange>> {
  const { id } = await findEndpoint(ctx, endpointId);
  const queue = await WebhookQueue.inWorkspace(ctx).findById(id).throwIfNotFound();
  return ctx.feed.followDeliveries(id, changeAfter(ctx, queue, after));
}

builder.objectField(WebhookEndpointType, 'deliveryCursor', (t) =>
  t.string({
    description:
      'Send it as `after` to `deliveryChanged` to receive all changes from now on. Read it before you read the ' +
      'deliveries, so that you miss nothing.',
    resolve: async ({ id }, _args, ctx) => {
      const queue = await ctx.load(WebhookQueue, id);
      return changeCursor(ctx, id, queue?.changePosition ?? 0);
    },
  }),
);
