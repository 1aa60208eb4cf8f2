import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { DeliveryStatusEnum, WebhookDeliveryType } from './type.ts';
import { findDelivery } from '../webhook-endpoint/find.ts';

builder.queryField('webhookDeliveries', (t) =>
  t.connection({
    type: WebhookDeliveryType,
    nullable: true,
    description:
      'The deliveries of the workspace, oldest first, while their events are stored. Needs `webhook_deliveries:read`.',
    args: {
      endpointId: t.arg.id({ description: 'Only deliveries to this endpoint.' }),
      eventId: t.arg.id({ description: 'Only deliveries of this event.' }),
      status: t.arg({ type: DeliveryStatusEnum }),
      eventType: t.arg.string({ description: 'Only deliveries of this event type.' }),
    },
    authScopes: { can: 'webhook_deliveries:read' },
    complexity: pageCost,
    resolve: async (_root, { endpointId, eventId, status, eventType, ...args }, ctx) => {
      const query = WebhookDelivery.inWorkspace(ctx);
      if (endpointId) void query.where({ endpointId });
      if (eventId) void query.where({ eventId });
      if (status) void query.where({ status });
      if (eventType) void query.where({ eventType });
      return await pageOf(query, args);
    },
  }),
);

builder.queryField('webhookDelivery', (t) =>
  t.field({
    type: WebhookDeliveryType,
    nullable: true,
    description: 'One delivery, with its attempts. Needs `webhook_deliveries:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'webhook_deliveries:read' },
    resolve: async (_root, { id }, ctx) => await findDelivery(ctx, id),
  }),
);
