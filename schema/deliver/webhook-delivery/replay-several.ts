import type { QueryBuilder } from 'objection';
import { Event } from '../../../db/models/event.ts';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import { endpointFields } from '../webhook-endpoint/fields.ts';
import { lockEndpoint, lockQueue } from '../webhook-endpoint/find.ts';
import { insertDeliveries } from './insert.ts';
import { matcherFor } from './matches.ts';
import { endpointMoves, maxReplayed } from '../webhook-endpoint/rules.ts';
import { sendAgain } from '../webhook-endpoint/send-again.ts';
import { toEventData } from '../webhook-endpoint/event-data.ts';

interface Range {
  since: Date;
  until: Date;
}

interface ReplaySeveral {
  endpointId: string;
  since: Date;
  until?: Date | null | undefined;
  isWhole?: boolean | null | undefined;
}

/** Replays the failed and discarded deliveries of a time range, or every event that matches the endpoint. */
export async function replayWebhookDeliveries(
  ctx: Context,
  { endpointId, since, until, isWhole }: ReplaySeveral,
) {
  return await ctx.transaction(async (tx) => {
    const range = { since, until: until ?? tx.clock.now() };
    assertRange(range);
    const webhookEndpoint = await lockEndpoint(tx, endpointId);
    endpointMoves.next(webhookEndpoint.status, 'send to');
    const queue = await lockQueue(tx, endpointId);
    if (isWhole) await addMissing(tx, webhookEndpoint, queue, range);
    const chosen = await chosenOf(tx, endpointId, range, isWhole ?? false);
    await sendAgain(tx, webhookEndpoint, chosen);
    await record(tx, 'webhook_endpoint.replay_requested', {
      subject: webhookEndpoint,
      data: toEventData(webhookEndpoint),
      changes: { since: since.toISOString(), until: range.until.toISOString(), replayed: chosen.length },
    });
    return { webhookEndpoint, replayedCount: chosen.length };
  });
}

function assertRange({ since, until }: Range): void {
  if (since < until) return;
  throw validationFailed([
    { pointer: '/since', code: 'invalid', message: 'must be before the end of the time range' },
  ]);
}

/** The events of one query. */
const pageSize = 1_000;

// Later events become deliveries by the usual planning.
async function addMissing(
  tx: TransactionContext,
  endpoint: WebhookEndpoint,
  queue: WebhookQueue,
  range: Range,
): Promise<void> {
  const matches = matcherFor(endpoint);
  let [after, count] = [0, 0];
  for (let page = await eventsAfter(tx, after, queue, range); page.length > 0;) {
    const addressed = page.filter(matches).map((event) => ({ endpoint, event }));
    count += addressed.length;
    assertFew(count);
    await insertDeliveries(tx.knex, addressed, tx.clock.now(), 'REPLAY');
    after = page.at(-1)?.position ?? after;
    page = await eventsAfter(tx, after, queue, range);
  }
}

async function eventsAfter(
  tx: TransactionContext,
  after: number,
  { position }: WebhookQueue,
  { since, until }: Range,
): Promise<Event[]> {
  return await Event.inWorkspace(tx)
    .where('occurredAt', '>=', since)
    .where('occurredAt', '<', until)
    .where('position', '>', after)
    .where('position', '<=', position)
    .orderBy('position')
    .limit(pageSize);
}

// Waiting deliveries are omitted, so that the replay does not delay them.
async function chosenOf(
  tx: TransactionContext,
  endpointId: string,
  { since, until }: Range,
  isWhole: boolean,
): Promise<string[]> {
  const rows = await WebhookDelivery.inWorkspace(tx)
    .join('event', 'event.id', 'webhookDelivery.eventId')
    .where({ endpointId })
    .where('event.occurredAt', '>=', since)
    .where('event.occurredAt', '<', until)
    .modify((query) => {
      if (isWhole) void query.where(endedOrAdded(tx));
      else void query.whereIn('webhookDelivery.status', ['FAILED', 'DISCARDED']);
    })
    .orderBy('webhookDelivery.position')
    .limit(maxReplayed + 1)
    .select('webhookDelivery.id');
  assertFew(rows.length);
  return rows.map(({ id }) => id);
}

// Includes the deliveries that `addMissing` has just inserted, so that they are sent at the same pace.
function endedOrAdded(tx: TransactionContext) {
  const added = { 'webhookDelivery.trigger': 'REPLAY', 'webhookDelivery.attempts': 0 };
  return (or: QueryBuilder<WebhookDelivery>) =>
    void or
      .whereNotNull('webhookDelivery.endedAt')
      .orWhere((also) => void also.where(added).where('webhookDelivery.createdAt', tx.clock.now()));
}

function assertFew(count: number): void {
  if (count <= maxReplayed) return;
  throw refuse(
    'limit_reached',
    `The time range has more than ${maxReplayed} deliveries, the maximum. Choose a shorter range, and replay the rest after it.`,
  );
}

builder.relayMutationField(
  'replayWebhookDeliveries',
  {
    inputFields: (t) => ({
      endpointId: t.id({ required: true }),
      since: t.field({
        type: 'DateTime',
        required: true,
        description: 'The start of the time range, inclusive.',
      }),
      until: t.field({
        type: 'DateTime',
        description: 'The end of the time range, exclusive; by default now.',
      }),
      isWhole: t.boolean({
        description:
          'Whether to send every matching event of the time range, including delivered and never sent ones. By ' +
          'default only failed and discarded deliveries.',
      }),
    }),
  },
  {
    description:
      'Replays the deliveries of a time range, ten a second, with their original `webhook-id`. `limit_reached` ' +
      'for more than 10,000. Needs `webhook_deliveries:replay`.',
    authScopes: { can: 'webhook_deliveries:replay' },
    resolve: async (_root, { input }, ctx) => await replayWebhookDeliveries(ctx, input),
  },
  {
    outputFields: (t) => ({
      ...endpointFields(t),
      replayedCount: t.int({
        description: 'How many deliveries the replay sends.',
        resolve: (it) => it.replayedCount,
      }),
    }),
  },
);
