import { attemptOutcomes, WebhookAttempt } from '../../../db/models/webhook-attempt.ts';
import {
  deliveryStatuses,
  deliveryTriggers,
  type WebhookDelivery,
} from '../../../db/models/webhook-delivery.ts';
import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { builder } from '../../kernel/builder.ts';
import { WebhookEndpointType } from '../webhook-endpoint/type.ts';

export const DeliveryStatusEnum = builder.enumType('WebhookDeliveryStatus', {
  description:
    'PENDING: not sent yet. SENDING. RETRYING: to be sent again at `dueAt`. SUCCEEDED: it arrived. FAILED: all tries were in ' +
    'vain, or the receiver wants no more of this one. DISCARDED: its endpoint was disabled or deleted.',
  values: deliveryStatuses,
});
const TriggerEnum = builder.enumType('WebhookDeliveryTrigger', { values: deliveryTriggers });
const OutcomeEnum = builder.enumType('WebhookAttemptOutcome', {
  description:
    'SUCCEEDED: a status from 200 to 299. REFUSED: any other one. TIMED_OUT: none within 15 seconds. UNREACHABLE: no host, no ' +
    'connection, no TLS. NOT_ALLOWED: an address that nothing is sent to. UNREADABLE: no HTTP. INTERRUPTED: whoever sent it ' +
    'was lost; whether it arrived is not known.',
  values: attemptOutcomes,
});

const AttemptType = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description: 'One time that a delivery was sent.',
  fields: (t) => ({
    number: t.exposeInt('number', {
      description: 'Counts the delivery’s attempts from 1; sent as `webhook-attempt`.',
    }),
    trigger: t.expose('trigger', { type: TriggerEnum }),
    outcome: t.expose('outcome', { type: OutcomeEnum }),
    statusCode: t.exposeInt('statusCode', { nullable: true }),
    durationMs: t.exposeInt('durationMs', { nullable: true }),
    answer: t.exposeString('answer', {
      nullable: true,
      description:
        'The beginning of what the receiver answered, 1 KiB at most, without what looks like a secret.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'What went wrong, in words.' }),
    begunAt: t.expose('begunAt', { type: 'DateTime' }),
  }),
});

export const WebhookDeliveryType = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
  description: 'One message on its way to one endpoint.',
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
        'Sent as `webhook-id`, the same for every attempt and every replay: the event’s, or a sample’s own.',
    }),
    eventType: t.exposeString('eventType'),
    status: t.expose('status', { type: DeliveryStatusEnum }),
    trigger: t.expose('trigger', { type: TriggerEnum, description: 'What it is sent for, or was at last.' }),
    attemptCount: t.exposeInt('attempts', { description: 'How often it was begun to be sent.' }),
    attempts: t.field({
      type: [AttemptType],
      complexity: { field: 1, multiplier: 10 },
      description: 'Those that are over, oldest first.',
      resolve: async ({ id }, _args, ctx) => inOrder(await ctx.loadMany(WebhookAttempt, 'deliveryId', id)),
    }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it is sent; null where it has ended, or waits for an earlier one about the same resource.',
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
