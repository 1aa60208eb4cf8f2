import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { builder } from '../../kernel/builder.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { findEndpoint } from './find.ts';
import { WebhookEndpointType } from './type.ts';

builder.queryField('webhookEndpoints', (t) =>
  t.connection({
    type: WebhookEndpointType,
    nullable: true,
    description:
      'The webhook endpoints of the workspace, oldest first, including deleted ones. Needs `webhooks:read`.',
    args: { environment: t.arg({ type: EnvironmentEnum }) },
    authScopes: { can: 'webhooks:read' },
    complexity: pageCost,
    resolve: async (_root, { environment, ...args }, ctx) => {
      const query = WebhookEndpoint.inWorkspace(ctx);
      if (environment) void query.where({ environment });
      return await pageOf(query, args);
    },
  }),
);

builder.queryField('webhookEndpoint', (t) =>
  t.field({
    type: WebhookEndpointType,
    nullable: true,
    description: 'One webhook endpoint. Needs `webhooks:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'webhooks:read' },
    resolve: async (_root, { id }, ctx) => await findEndpoint(ctx, id),
  }),
);
