import type { QueryBuilder } from 'objection';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf } from '../../kernel/context.ts';
import { pageCost, pageOf, totalCount } from '../../kernel/page.ts';
import { DeliveryStatusEnum, WebhookDeliveryType } from './type.ts';
import { findDelivery } from '../webhook-endpoint/find.ts';

builder.queryField('webhookDeliveries', (t) =>
  t.connection(
    {
      type: WebhookDeliveryType,
      nullable: true,
      description:
        'The deliveries of the workspace, oldest first, while their events are stored. Needs `webhook_deliveries:read`.',
      args: {
        endpointId: t.arg.id({ description: 'Only deliveries to this endpoint.' }),
        eventId: t.arg.id({ description: 'Only deliveries of this event.' }),
        status: t.arg({ type: DeliveryStatusEnum }),
        eventType: t.arg.string({ description: 'Only deliveries of this event type.' }),
        since: t.arg({ type: 'DateTime', description: 'Only deliveries created at this time or later.' }),
        until: t.arg({ type: 'DateTime', description: 'Only deliveries created before this time.' }),
        lastStatusCode: t.arg.int({
          description: 'Only deliveries whose last finished attempt got this HTTP status, such as 503.',
        }),
      },
      authScopes: { can: 'webhook_deliveries:read' },
      complexity: pageCost,
      resolve: async (
        _root,
        { endpointId, eventId, status, eventType, since, until, lastStatusCode, ...args },
        ctx,
      ) => {
        const query = WebhookDelivery.inWorkspace(ctx);
        if (endpointId) void query.where({ endpointId });
        if (eventId) void query.where({ eventId });
        if (status) void query.where({ status });
        if (eventType) void query.where({ eventType });
        if (since) void query.where('createdAt', '>=', since);
        if (until) void query.where('createdAt', '<', until);
        if (typeof lastStatusCode === 'number')
          whereLastStatusCode(query, { workspaceId: memberOf(ctx).workspaceId, statusCode: lastStatusCode });
        return await pageOf(query, args);
      },
    },
    { fields: (f) => ({ totalCount: f.int(totalCount) }) },
  ),
);

function whereLastStatusCode(
  query: QueryBuilder<WebhookDelivery>,
  { workspaceId, statusCode }: { workspaceId: string; statusCode: number },
): void {
  void query.whereRaw(
    `exists (
       select 1 from webhook_attempt one
       where one.delivery_id = webhook_delivery.id and one.workspace_id = webhook_delivery.workspace_id
         and one.workspace_id = ? and one.status_code = ?
         and not exists (
           select 1 from webhook_attempt later
           where later.delivery_id = one.delivery_id and later.number > one.number
         )
     )`,
    [workspaceId, statusCode],
  );
}

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
