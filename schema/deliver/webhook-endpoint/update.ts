import { isDeepStrictEqual } from 'node:util';
import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import * as urlFormats from '../../values/url-formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { endpointFields } from './fields.ts';
import { lockEndpoint, lockQueue } from './find.ts';
import { forgetHealth, letAllGo } from './queue.ts';
import { endpointMoves } from './rules.ts';
import { assertSubscription } from './subscription-input.ts';
import { toEventData, toMoveEventData } from './event-data.ts';

interface UpdateEndpoint {
  url?: string | null | undefined;
  eventTypes?: string[] | null | undefined;
  description?: string | null | undefined;
  applicationIds?: string[] | null | undefined;
  connectionIds?: string[] | null | undefined;
  isOrdered?: boolean | null | undefined;
}

/** Changes the given fields, for future events and deliveries. Queued deliveries go to the new URL. */
export async function updateWebhookEndpoint(ctx: Context, { id, ...given }: UpdateEndpoint & { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id);
    endpointMoves.next(before.status, 'update');
    const patch = changesIn(before, given);
    if (Object.keys(patch).length === 0) return { webhookEndpoint: before };
    await assertSubscription(tx, patch);
    const queue = await lockQueue(tx, id);
    const webhookEndpoint = await WebhookEndpoint.change(tx.knex, id, tx.clock.now(), patch);
    if (patch.isOrdered === false) await letAllGo(tx, queue);
    if (patch.url !== undefined) await forgetHealth(tx, queue);
    await record(tx, 'webhook_endpoint.updated', {
      subject: webhookEndpoint,
      data: toEventData(webhookEndpoint),
      changes: changesForAudit(tx, before, patch),
    });
    return { webhookEndpoint };
  });
}

/** The fields that can change; the input also has the version that the caller has read. */
const changeable = [
  'url',
  'eventTypes',
  'description',
  'applicationIds',
  'connectionIds',
  'isOrdered',
] as const;

type Patch = { [Column in keyof UpdateEndpoint]?: NonNullable<UpdateEndpoint[Column]> };

function changesIn(before: WebhookEndpoint, given: UpdateEndpoint): Patch {
  const changed = changeable.filter((it) => given[it] != null && !isDeepStrictEqual(given[it], before[it]));
  return Object.fromEntries(changed.map((column) => [column, given[column]]));
}

// Readers of the audit log may lack the permission to see the URL.
function changesForAudit(tx: TransactionContext, before: WebhookEndpoint, { url, ...others }: Patch) {
  const columns = Object.keys(others) as (keyof typeof others)[];
  return {
    ...Object.fromEntries(columns.map((column) => [column, [before[column], others[column]]])),
    ...(url !== undefined && toMoveEventData(tx, before, url)),
  };
}

builder.relayMutationField(
  'updateWebhookEndpoint',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The webhook endpoint.'),
      url: t.string({ validate: urlFormats.webhookUrl.optional() }),
      eventTypes: t.stringList({
        validate: formats.eventPatterns.optional(),
        description: 'All event types; they replace the old ones.',
      }),
      description: t.string({ validate: formats.description }),
      applicationIds: t.idList({
        validate: formats.filterIds.optional(),
        description: 'All applications; they replace the old ones.',
      }),
      connectionIds: t.idList({
        validate: formats.filterIds.optional(),
        description: 'All connections; they replace the old ones.',
      }),
      isOrdered: t.boolean(),
    }),
  },
  {
    description:
      'Changes the given fields for future events. Queued deliveries go to the new URL. Needs `webhooks:write`.',
    authScopes: { can: 'webhooks:write' },
    resolve: async (_root, { input }, ctx) => await updateWebhookEndpoint(ctx, input),
  },
  { outputFields: endpointFields },
);
