import { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import type { DeliveryChange } from '../../kernel/ports/feed.ts';
import { changeAfter, changeCursor } from './change-cursor.ts';
import { WebhookDeliveryType } from './type.ts';
import { findEndpoint } from '../webhook-endpoint/find.ts';
import { WebhookEndpointType } from '../webhook-endpoint/type.ts';

const DeliveryChangedType = builder.objectRef<DeliveryChange>('DeliveryChanged').implement({
  description: 'A delivery was made, sent or ended, or its time has changed.',
  fields: (t) => ({
    cursor: t.string({
      description: 'Where to go on from, as `after`, without missing anything.',
      resolve: ({ position, delivery }, _args, ctx) => changeCursor(ctx, delivery.endpointId, position),
    }),
    delivery: t.field({
      type: WebhookDeliveryType,
      description: 'It as this change has left it; its attempts as they are when this is told.',
      resolve: ({ delivery }) => delivery,
    }),
  }),
});

builder.subscriptionField('deliveryChanged', (t) =>
  t.field({
    type: DeliveryChangedType,
    description:
      'The deliveries to a webhook endpoint as they are made, sent, tried again and ended. Where one changes several times ' +
      'in a moment, or while nobody listens, only how it stands after the last of them is told. Whoever comes back with the last ' +
      'cursor is told of every delivery that has changed since and is still kept. Needs `webhook_deliveries:read`.',
    args: {
      endpointId: t.arg.id({ required: true, description: 'Only those to this endpoint.' }),
      after: t.arg.string({
        description:
          'The `cursor` of the last message, or the endpoint’s `deliveryCursor`; without it, from now on. `invalid_cursor` ' +
          'where it was not given out for this endpoint.',
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
      'The `after` by which `deliveryChanged` tells all that changes from now on. Ask for it before you read the deliveries ' +
      'as they stand, and nothing is missed in between.',
    resolve: async ({ id }, _args, ctx) => {
      const queue = await ctx.load(WebhookQueue, id);
      return changeCursor(ctx, id, queue?.changePosition ?? 0);
    },
  }),
);
