import { z } from 'zod';
import { environments } from '../../../db/models/api-key.ts';
import { deliveryStatuses } from '../../../db/models/webhook-delivery.ts';
import { disabledReasons, webhookEndpointStatuses } from '../../../db/models/webhook-endpoint.ts';

export const webhookEndpoint = z.object({
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

export const failingEndpoint = webhookEndpoint.extend({ failingSince: z.string(), disabledAt: z.string() });

export const webhookDelivery = z.object({
  endpointId: z.string(),
  messageId: z.string(),
  eventType: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number(),
});
