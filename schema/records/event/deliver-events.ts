import { z } from 'zod';
import { environments } from '../../../db/models/api-key.ts';
import { deliveryStatuses } from '../../../db/models/webhook-delivery.ts';
import { disabledReasons, webhookEndpointStatuses } from '../../../db/models/webhook-endpoint.ts';
import { eventsOf } from './events-of.ts';

const webhookEndpoint = z.object({
  environment: z.enum(environments),
  host: z.string(),
  eventTypes: z.array(z.string()),
  applicationIds: z.array(z.string()),
  connectionIds: z.array(z.string()),
  isOrdered: z.boolean(),
  status: z.enum(webhookEndpointStatuses),
  disabledReason: z.enum(disabledReasons).nullable(),
  secretPrefix: z.string(),
  secretLastFour: z.string(),
  secretVersion: z.number(),
});

const failingEndpoint = webhookEndpoint.extend({ failingSince: z.string(), disabledAt: z.string() });

const webhookDelivery = z.object({
  endpointId: z.string(),
  messageId: z.string(),
  eventType: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number(),
});

/** The events of the deliver wing. */
export const deliverEvents = {
  ...eventsOf('webhook_endpoint', webhookEndpoint, {
    'webhook_endpoint.created': 'A webhook endpoint was created.',
    'webhook_endpoint.updated': 'The URL, the event types or another field of a webhook endpoint changed.',
    'webhook_endpoint.secret_rotated': 'The signing secret of a webhook endpoint was rotated.',
    'webhook_endpoint.paused': 'A webhook endpoint was paused; its deliveries are queued.',
    'webhook_endpoint.resumed': 'A webhook endpoint was resumed; its queued deliveries are sent.',
    'webhook_endpoint.circuit_opened':
      'Most deliveries to a webhook endpoint fail, so the server only sends occasional probes.',
    'webhook_endpoint.circuit_closed': 'A webhook endpoint accepts deliveries again.',
    'webhook_endpoint.disabled':
      'A webhook endpoint was disabled, because it failed for too long or because the receiver asked us to stop.',
    'webhook_endpoint.enabled': 'A disabled webhook endpoint was enabled.',
    'webhook_endpoint.deleted': 'A webhook endpoint was deleted, and its signing secret destroyed.',
    'webhook_endpoint.sample_requested': 'A sample for a webhook endpoint was requested.',
    'webhook_endpoint.replay_requested': 'A replay for a time range was requested.',
  }),
  ...eventsOf('webhook_endpoint', failingEndpoint, {
    'webhook_endpoint.warning':
      'No delivery to a webhook endpoint has succeeded for so long that it will soon be disabled.',
  }),
  ...eventsOf('webhook_delivery', webhookDelivery, {
    'webhook_delivery.replay_requested': 'A replay of a delivery was requested.',
    'webhook_delivery.exhausted':
      'A delivery failed permanently: every attempt failed, or the receiver refused it.',
  }),
};
