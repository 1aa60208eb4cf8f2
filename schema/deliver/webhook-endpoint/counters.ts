import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { addCounter } from '../../kernel/counters.ts';

addCounter('endpointsFailing', {
  needs: 'webhooks:read',
  description:
    'How many webhook endpoints are ACTIVE with a `failingSince`, or DISABLED by the server. A paused endpoint ' +
    'does not count.',
  count: async (ctx) =>
    await WebhookEndpoint.inWorkspace(ctx)
      .join('webhookQueue', 'webhookQueue.id', 'webhookEndpoint.id')
      .where(
        (any) =>
          void any
            .where({ 'webhookEndpoint.status': 'DISABLED' })
            .orWhere(
              (one) =>
                void one
                  .where({ 'webhookEndpoint.status': 'ACTIVE' })
                  .whereNotNull('webhookQueue.failingSince'),
            ),
      )
      .resultSize(),
});
