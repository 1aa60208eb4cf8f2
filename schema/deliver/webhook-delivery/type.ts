import { attemptOutcomes, WebhookAttempt } from '../../../db/models/webhook-attempt.ts';
import { deliveryStatuses, deliveryTriggers, WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { WebhookEndpointType } from '../webhook-endpoint/type.ts';

export const DeliveryStatusEnum = builder.enumType('WebhookDeliveryStatus', {
  description:
    'PENDING: not sent yet. SENDING: in progress. RETRYING: sent again at `dueAt`. SUCCEEDED: acknowledged. ' +
    'FAILED: every attempt failed, or the receiver refused it permanently. DISCARDED: its endpoint was disabled ' +
    'or deleted.',
  values: deliveryStatuses,
});
const TriggerEnum = builder.enumType('WebhookDeliveryTrigger', { values: deliveryTriggers });
const OutcomeEnum = builder.enumType('WebhookAttemptOutcome', {
  description:
    'SUCCEEDED: a status from 200 to 299. REFUSED: any other status. TIMED_OUT: no answer within 15 seconds. ' +
    'UNREACHABLE: no host, connection or TLS. NOT_ALLOWED: a blocked address. UNREADABLE: not HTTP. ' +
    'INTERRUPTED: the sending process stopped, so the delivery may have arrived.',
  values: attemptOutcomes,
});

const AttemptType = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description: 'One attempt to send a delivery.',
  fields: (t) => ({
    number: t.exposeInt('number', {
      description: 'Numbers the delivery’s attempts from 1; sent as `webhook-attempt`.',
    }),
    trigger: t.expose('trigger', { type: TriggerEnum }),
    outcome: t.expose('outcome', { type: OutcomeEnum }),
    statusCode: t.exposeInt('statusCode', { nullable: true }),
    durationMs: t.exposeInt('durationMs', { nullable: true }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'The beginning of the receiver’s answer, at most 1 KiB, with likely secrets removed.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'The error, in words.' }),
    begunAt: t.expose('begunAt', { type: 'DateTime' }),
  }),
});

export const WebhookDeliveryType = rowRef<WebhookDelivery>(WebhookDelivery, 'WebhookDelivery').implement({
  description: 'One message for one endpoint.',
  fields: (t) => ({
    id: t.exposeID('id'),
    endpointId: t.exposeID('endpointId'),
    endpoint: t.field({
      type: WebhookEndpointType,
      nullable: true,
      resolve: async ({ endpointId }, _args, ctx) => await ctx.load(WebhookEndpoint, endpointId),
    }),
    eventId: t.exposeID('eventId', { nullable: true, description: 'Null for a sample.' }),
    messageId: t.exposeID('messageId', {
      description:
        'Sent as `webhook-id`, the same for every attempt and every replay. It is the event’s id, or a sample’s own.',
    }),
    eventType: t.exposeString('eventType'),
    status: t.expose('status', { type: DeliveryStatusEnum }),
    trigger: t.expose('trigger', { type: TriggerEnum, description: 'Why it is sent, or was last sent.' }),
    attemptCount: t.exposeInt('attempts', { description: 'How many attempts were started.' }),
    attempts: t.field({
      type: [AttemptType],
      complexity: { field: 1, multiplier: 10 },
      description: 'The finished attempts, oldest first.',
      resolve: async ({ id }, _args, ctx) => inOrder(await ctx.loadMany(WebhookAttempt, 'deliveryId', id)),
    }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it is sent. Null if it has ended, or if it waits for an earlier delivery about the same resource.',
    }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});

function inOrder(attempts: readonly WebhookAttempt[]): WebhookAttempt[] {
  return attempts.toSorted((a, b) => a.number - b.number);
}
