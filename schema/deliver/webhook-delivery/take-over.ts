import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { WebhookWorker } from '../../../db/models/webhook-worker.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Ports } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { afterInterruption } from './ending.ts';
import { lockFree } from './lock-queues.ts';
import { refreshDue } from '../webhook-endpoint/queue.ts';
import { releaseNext } from './release.ts';

const batchSize = 500;

/**
 * Requeues the deliveries of crashed workers under the same `webhook-id`. Their outcome is unknown, so it
 * counts as no try of the receiver. Returns the number of deliveries.
 */
export async function takeOver({ database, clock }: Pick<Ports, 'database' | 'clock'>): Promise<number> {
  const now = clock.now();
  await WebhookWorker.query(database.knex).delete().where('expiresAt', '<=', now);
  // A worker that renewed its lease too late counts as crashed and has lost its deliveries.
  return await startAnew({ database, clock }, (query) => {
    const there = WebhookWorker.query(database.knex).whereColumn(
      'webhookWorker.id',
      'webhookDelivery.workerId',
    );
    void query.whereNotExists(there);
  });
}

/**
 * Requeues deliveries that a worker has claimed without knowing it. The answer to its claim was lost, or came
 * too close to the end of its lease. The worker must not claim meanwhile.
 */
export async function takeBack(
  ports: Pick<Ports, 'database' | 'clock'>,
  workerId: string,
  known: readonly string[],
): Promise<number> {
  return await startAnew(ports, (query) => {
    void query.where({ workerId }).whereRaw('id <> all (?)', [[...known]]);
  });
}

type Narrow = (query: QueryBuilder<WebhookDelivery>) => void;

async function startAnew(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  narrow: Narrow,
): Promise<number> {
  const lost = (knex: Knex) =>
    WebhookDelivery.query(knex).whereNotNull('workerId').modify(narrow).limit(batchSize);
  const seen = await lost(database.knex).select('endpointId');
  if (seen.length === 0) return 0;
  return await inTransaction(database.knex, async (trx) => {
    const queues = await lockFree(trx, [...new Set(seen.map(({ endpointId }) => endpointId))]);
    const deliveries = await lost(trx).whereRaw('endpoint_id = any (?)', [queues.map(({ id }) => id)]);
    await restart(trx, deliveries, clock.now());
    return deliveries.length;
  });
}

async function restart(trx: Knex, deliveries: readonly WebhookDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return;
  const ids = deliveries.map(({ id }) => id);
  const endpointIds = deliveries.map(({ endpointId }) => endpointId);
  await trx.raw(
    `insert into webhook_attempt
       (id, workspace_id, delivery_id, number, trigger, outcome, error, begun_at, created_at, updated_at)
     select new.id, workspace_id, delivery.id, attempts, trigger, 'INTERRUPTED', ?, begun_at, ?, ?
     from webhook_delivery delivery join unnest(?::text[], ?::text[]) as new (id, delivery_id)
       on delivery.id = new.delivery_id collate "C"`,
    [interrupted, now, now, ids.map(() => newId('webhookAttempt')), ids],
  );
  await trx.raw(restarting, [
    now,
    now,
    ids,
    deliveries.map((delivery) => afterInterruption(delivery, now).toISOString()),
  ]);
  await releaseNext(trx, deliveries, now);
  await trx.raw(
    `update webhook_queue set in_flight = in_flight - lost.count, updated_at = ?
     from (select endpoint_id, count(*)::integer from unnest(?::text[]) as it (endpoint_id) group by endpoint_id) lost
     where webhook_queue.id = lost.endpoint_id collate "C"`,
    [now, endpointIds],
  );
  await refreshDue(trx, [...new Set(endpointIds)]);
}

// A delivery to a disabled or deleted endpoint is discarded instead.
const restarting = `
  update webhook_delivery set
    status = case when is_stopped then 'DISCARDED' else 'RETRYING' end,
    due_at = case when is_stopped then null else lost.due_at end,
    ended_at = case when is_stopped then ?::timestamptz end,
    worker_id = null, tries = tries - 1, updated_at = ?, row_version = row_version + 1
  from (
    select it.id, it.due_at, endpoint.status in ('DISABLED', 'DELETED') as is_stopped
    from unnest(?::text[], ?::timestamptz[]) as it (id, due_at)
    join webhook_delivery delivery on delivery.id = it.id collate "C"
    join webhook_endpoint endpoint on endpoint.id = delivery.endpoint_id) lost
  where webhook_delivery.id = lost.id collate "C"`;

const interrupted =
  'The process stopped while it was sending. The delivery may have arrived; it is sent again.';
