import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { id, moment, time } from './common.ts';

const environment = z.enum(['SANDBOX', 'LIVE']);
const url = formats.webhookUrl.meta({ examples: ['https://example.com/webhooks'] });
const eventTypes = formats.eventPatterns.meta({
  description: 'Types, or beginnings such as `approval.*`.',
  examples: [['api_key.*', 'application.created']],
});

export const WebhookEndpoint = z
  .object({
    id: id('whe'),
    environment,
    host: z.string().meta({ examples: ['example.com'] }),
    url: z
      .string()
      .nullable()
      .meta({
        description: 'Null for who has not `webhooks:write`.',
        examples: ['https://example.com/webhooks'],
      }),
    description: z.string(),
    eventTypes: z.array(z.string()),
    applicationIds: z.array(id('app')),
    connectionIds: z.array(id('conn')),
    isOrdered: z.boolean(),
    status: z.enum(['ACTIVE', 'PAUSED', 'DISABLED', 'DELETED']),
    disabledReason: z.enum(['FAILURES', 'GONE', 'RECEIVER_REQUEST']).nullable(),
    stoppedAt: time.nullable(),
    isCircuitOpen: z.boolean().meta({
      description:
        'Whether most of what is sent fails, so that single deliveries are tried every 30 seconds and the rest waits.',
    }),
    failingSince: time.nullable(),
    secretHint: z.string().meta({ examples: ['whsec_sandbox_3fK9aZ01Qx_…b7Xc'] }),
    secretVersion: z.int(),
    secretRotatedAt: time.nullable(),
    previousSecretEndsAt: time
      .nullable()
      .meta({ description: 'Until then the secret before signs as well.' }),
    createdBy: z.object({ id: id('mem') }).nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'WebhookEndpoint' });

export const WebhookEndpointStats = z
  .object({
    since: time.nullable().meta({ description: 'When the first of the latest 1,000 deliveries was made.' }),
    deliveryCount: z.int(),
    waitingCount: z.int(),
    succeededCount: z.int(),
    failedCount: z.int().meta({ description: 'Failed or discarded.' }),
    attemptCount: z.int(),
    oldestWaitingAt: time.nullable(),
    p50Ms: z.int().nullable().meta({ description: 'How long the receiver took to answer: half took less.' }),
    p95Ms: z.int().nullable(),
  })
  .meta({ id: 'WebhookEndpointStats' });

export const ShownWebhookEndpoint = WebhookEndpoint.extend({
  secret: z
    .string()
    .nullable()
    .meta({
      description: 'The signing secret, this once; null in a replay for an Idempotency-Key.',
      examples: ['whsec_sandbox_…'],
    }),
  secretAlreadyReturned: z.boolean().meta({ examples: [false] }),
}).meta({ id: 'ShownWebhookEndpoint' });

const optional = {
  description: formats.description.optional(),
  applicationIds: formats.filterIds
    .optional()
    .meta({ description: 'Where there are any: only what is about these applications.' }),
  connectionIds: formats.filterIds
    .optional()
    .meta({ description: 'The same of connections; beside applications, what is about either.' }),
  isOrdered: z
    .boolean()
    .optional()
    .meta({ description: 'Whether what is about one resource is sent one after the other.' }),
};

export const CreateWebhookEndpoint = z
  .strictObject({ environment, url, eventTypes, ...optional })
  .meta({ id: 'CreateWebhookEndpoint' });

export const UpdateWebhookEndpoint = z
  .strictObject({ url: url.optional(), eventTypes: eventTypes.optional(), ...optional })
  .meta({ id: 'UpdateWebhookEndpoint' });

export const RotateWebhookSecret = z
  .strictObject({
    graceSeconds: formats.graceSeconds.optional().meta({
      description: 'How long the secret before signs as well, by default a day; 0 where it may have leaked.',
      examples: [86_400],
    }),
  })
  .meta({ id: 'RotateWebhookSecret' });

export const EnableWebhookEndpoint = z
  .strictObject({
    replaysMissed: z
      .boolean()
      .optional()
      .meta({ description: 'Whether what it has missed in the last seven days is sent, too.' }),
  })
  .meta({ id: 'EnableWebhookEndpoint' });

export const SendWebhookSample = z
  .strictObject({
    type: z
      .string()
      .max(80)
      .meta({ examples: ['api_key.rotated'] }),
  })
  .meta({ id: 'SendWebhookSample' });

export const ReplayWebhookDeliveries = z
  .strictObject({
    since: moment.meta({ description: 'What happened from then on.' }),
    until: moment.optional().meta({ description: 'And before then; by default until now.' }),
    isWhole: z.boolean().optional().meta({
      description:
        'Whether everything of this time that the endpoint is for is sent; by default only what failed or was discarded.',
    }),
  })
  .meta({ id: 'ReplayWebhookDeliveries' });

export const ReplayedWebhookDeliveries = z
  .object({ replayedCount: z.int() })
  .meta({ id: 'ReplayedWebhookDeliveries' });

const trigger = z.enum(['EVENT', 'REPLAY', 'SAMPLE']);

export const deliveryStatus = z.enum(['PENDING', 'SENDING', 'RETRYING', 'SUCCEEDED', 'FAILED', 'DISCARDED']);

export const WebhookDelivery = z
  .object({
    id: id('whd'),
    endpointId: id('whe'),
    eventId: id('evt').nullable().meta({ description: 'Null for a sample.' }),
    messageId: id('evt').meta({
      description: 'Sent as `webhook-id`, the same for every attempt and every replay.',
    }),
    eventType: z.string(),
    status: deliveryStatus,
    trigger,
    attemptCount: z.int(),
    dueAt: time.nullable(),
    endedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'WebhookDelivery' });

const WebhookAttempt = z
  .object({
    number: z.int(),
    trigger,
    outcome: z.enum([
      'SUCCEEDED',
      'REFUSED',
      'TIMED_OUT',
      'UNREACHABLE',
      'NOT_ALLOWED',
      'UNREADABLE',
      'INTERRUPTED',
    ]),
    statusCode: z.int().nullable(),
    durationMs: z.int().nullable(),
    answer: z.string().nullable().meta({ description: 'Its beginning, without what looks like a secret.' }),
    error: z.string().nullable(),
    begunAt: time,
  })
  .meta({ id: 'WebhookAttempt' });

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  attempts: z.array(WebhookAttempt),
}).meta({ id: 'WebhookDeliveryDetail' });
