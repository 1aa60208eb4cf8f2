import { Event } from '../../../db/models/event.ts';
import { WebhookAttempt } from '../../../db/models/webhook-attempt.ts';
import type { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { scopesOf } from '../../kernel/access/scopes.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { contentOf, lastingHeaders } from './content.ts';
import { WebhookDeliveryType } from './type.ts';

interface Shown {
  headers: { name: string; value: string }[];
  body: string;
  isAsSent: boolean | null;
}

const HeaderType = builder.objectRef<Shown['headers'][number]>('WebhookHeader').implement({
  description: 'A header of a delivery.',
  fields: (t) => ({ name: t.exposeString('name'), value: t.exposeString('value') }),
});

const RequestType = builder.objectRef<Shown>('WebhookRequest').implement({
  description: 'The content of a delivery, which is the same for each attempt. It shows no signature.',
  fields: (t) => ({
    headers: t.field({
      type: [HeaderType],
      complexity: { field: 1, multiplier: 1 },
      description:
        'The headers that are the same for each attempt. Each attempt adds its `webhook-attempt`, ' +
        '`webhook-timestamp`, `webhook-signature` and `traceparent`, which are not shown.',
      resolve: ({ headers }) => headers,
    }),
    body: t.exposeString('body', {
      description: 'The exact body as the server sends it now: the JSON of a message, at most 64 KiB.',
    }),
    isAsSent: t.exposeBoolean('isAsSent', {
      nullable: true,
      description:
        'Whether the last attempt sent exactly this body. False if the message format or the server’s address has ' +
        'changed since. Null before the first attempt, and if an earlier version sent it.',
    }),
  }),
});

builder.objectField(WebhookDeliveryType, 'request', (t) =>
  t.field({
    type: RequestType,
    nullable: true,
    complexity: 5,
    description: 'The HTTP request of each attempt, a POST. Null if the caller lacks `events:read`.',
    resolve: async (delivery, _args, ctx) =>
      scopesOf(ctx).can('events:read') ? await requestOf(ctx, delivery) : null,
  }),
);

async function requestOf(ctx: Context, delivery: WebhookDelivery): Promise<Shown | null> {
  const { id, endpointId, eventId } = delivery;
  const endpoint = await ctx.load(WebhookEndpoint, endpointId);
  const event = eventId === null ? null : await ctx.load(Event, eventId);
  // The event and its deliveries may have been deleted since the delivery was read.
  if (!endpoint || (eventId !== null && !event)) return null;
  const sendable = { delivery, endpoint, event };
  const { body, digest } = contentOf(sendable, ctx.settings.baseUrl);
  const sent = lastSent(await ctx.loadMany(WebhookAttempt, 'deliveryId', id));
  const headers = Object.entries(lastingHeaders(sendable)).map(([name, value]) => ({ name, value }));
  return { headers, body, isAsSent: sent?.bodyDigest?.equals(digest) ?? null };
}

// An attempt that was interrupted may have sent nothing.
function lastSent(attempts: readonly WebhookAttempt[]): WebhookAttempt | undefined {
  return attempts
    .filter(({ bodyDigest }) => bodyDigest !== null)
    .toSorted((a, b) => a.number - b.number)
    .at(-1);
}
