import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import * as urlFormats from '../../../schema/values/url-formats.ts';
import { id, moment, time } from './common.ts';

const environment = z.enum(['SANDBOX', 'LIVE']);
const url = urlFormats.webhookUrl.meta({ examples: ['https://example.com/webhooks'] });
const eventTypes = formats.eventPatterns.meta({
  description: 'Event types, or patterns such as `approval.*`.',
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
        description: 'Null if the caller lacks `webhooks:write`.',
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
        'Whether the circuit is open because most deliveries fail. The server then tries one every 30 seconds, and the rest waits.',
    }),
    failingSince: time.nullable(),
    secretHint: z.string().meta({ examples: ['whsec_sandbox_3fK9aZ01Qx_…b7Xc'] }),
    secretVersion: z.int(),
    secretRotatedAt: time.nullable(),
    previousSecretEndsAt: time.nullable().meta({ description: 'Until when the previous secret signs too.' }),
    createdBy: z.object({ id: id('mem') }).nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'WebhookEndpoint' });

export const WebhookEndpointStats = z
  .object({
    since: time
      .nullable()
      .meta({ description: 'When the first of the latest 1,000 deliveries was created.' }),
    deliveryCount: z.int(),
    waitingCount: z.int(),
    succeededCount: z.int(),
    failedCount: z.int().meta({ description: 'Failed or discarded.' }),
    attemptCount: z.int(),
    oldestWaitingAt: time.nullable(),
    p50Ms: z.int().nullable().meta({ description: 'The median response time.' }),
    p95Ms: z.int().nullable(),
  })
  .meta({ id: 'WebhookEndpointStats' });

export const ShownWebhookEndpoint = WebhookEndpoint.extend({
  secret: z
    .string()
    .nullable()
    .meta({
      description: 'The signing secret, returned only once. Null in a replay for an Idempotency-Key.',
      examples: ['whsec_sandbox_…'],
    }),
  secretAlreadyReturned: z.boolean().meta({ examples: [false] }),
}).meta({ id: 'ShownWebhookEndpoint' });

const optional = {
  description: formats.description.optional(),
  applicationIds: formats.filterIds
    .optional()
    .meta({ description: 'If there are any, only events about these applications.' }),
  connectionIds: formats.filterIds.optional().meta({
    description:
      'If there are any, only events about these connections. With applications too, events about either.',
  }),
  isOrdered: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the events of one resource are sent in order.' }),
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
      description:
        'How many seconds the previous secret signs too, by default a day. Use 0 if it may have leaked.',
      examples: [86_400],
    }),
  })
  .meta({ id: 'RotateWebhookSecret' });

export const EnableWebhookEndpoint = z
  .strictObject({
    replaysMissed: z
      .boolean()
      .optional()
      .meta({ description: 'Whether to send the missed events of the last seven days too.' }),
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
    since: moment.meta({ description: 'The start of the time range, inclusive.' }),
    until: moment.optional().meta({ description: 'The end of the time range, exclusive; by default now.' }),
    isWhole: z.boolean().optional().meta({
      description:
        'Whether to send every matching event of the time range. By default only failed and discarded deliveries.',
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
    answer: z.string().nullable().meta({ description: 'Its beginning, with likely secrets removed.' }),
    error: z.string().nullable(),
    begunAt: time,
  })
  .meta({ id: 'WebhookAttempt' });

const WebhookRequest = z
  .object({
    headers: z.array(z.object({ name: z.string(), value: z.string() })).meta({
      description:
        'The headers that are the same for each attempt. `webhook-attempt`, `webhook-timestamp`, ' +
        '`webhook-signature` and `traceparent` are not shown.',
      examples: [[{ name: 'webhook-event-type', value: 'api_key.rotated' }]],
    }),
    body: z.string().meta({ description: 'The exact body as the server sends it now.' }),
    isAsSent: z.boolean().nullable().meta({
      description:
        'Whether the last attempt sent exactly this body. Null before the first attempt, and if an earlier version sent it.',
    }),
  })
  .meta({ id: 'WebhookRequest' });

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  request: WebhookRequest.nullable().meta({
    description: 'The HTTP request of each attempt, a POST. Null if the caller lacks `events:read`.',
  }),
  attempts: z.array(WebhookAttempt),
}).meta({ id: 'WebhookDeliveryDetail' });
