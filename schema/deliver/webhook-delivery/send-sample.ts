import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { validationFailed } from '../../values/errors.ts';
import { catalogue } from '../../records/event/catalogue.ts';
import { newId } from '../../values/id.ts';
import { WebhookDeliveryType } from './type.ts';
import { lockEndpoint, lockQueue } from '../webhook-endpoint/find.ts';
import { refreshDue } from '../webhook-endpoint/queue.ts';
import { endpointMoves } from '../webhook-endpoint/rules.ts';
import { toEventData } from '../webhook-endpoint/event-data.ts';

interface SendSample {
  endpointId: string;
  type: string;
}

/** Sends a signed sample message of the type, for testing the receiver. */
export async function sendWebhookSample(ctx: Context, { endpointId, type }: SendSample) {
  return await ctx.transaction(async (tx) => {
    assertType(type);
    const endpoint = await lockEndpoint(tx, endpointId);
    endpointMoves.next(endpoint.status, 'send to');
    await lockQueue(tx, endpointId);
    const now = tx.clock.now();
    const messageId = newId('event');
    const webhookDelivery = await WebhookDelivery.query(tx.knex)
      .insert({
        id: newId('webhookDelivery'),
        workspaceId: endpoint.workspaceId,
        endpointId,
        eventId: null,
        messageId,
        eventType: type,
        position: 0,
        resourceId: messageId,
        status: 'PENDING',
        trigger: 'SAMPLE',
        dueAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
    await refreshDue(tx.knex, [endpointId]);
    await record(tx, 'webhook_endpoint.sample_requested', {
      subject: endpoint,
      data: toEventData(endpoint),
      changes: { type, messageId },
    });
    return { webhookDelivery };
  });
}

function assertType(type: string): void {
  if (Object.hasOwn(catalogue, type)) return;
  const message = 'is not an event type; `eventTypes` lists them';
  throw validationFailed([{ pointer: '/type', code: 'invalid', message }]);
}

builder.relayMutationField(
  'sendWebhookSample',
  {
    inputFields: (t) => ({
      endpointId: t.id({ required: true }),
      type: t.string({ required: true, description: 'An event type, such as `api_key.rotated`.' }),
    }),
  },
  {
    description:
      'Sends an endpoint a sample message of an event type, with `isSample`. It is signed and retried like any ' +
      'other. Needs `webhooks:write`.',
    authScopes: { can: 'webhooks:write' },
    resolve: async (_root, { input }, ctx) => await sendWebhookSample(ctx, input),
  },
  {
    outputFields: (t) => ({
      webhookDelivery: t.field({ type: WebhookDeliveryType, resolve: (it) => it.webhookDelivery }),
    }),
  },
);
