import type { Knex } from 'knex';
import { WebhookDelivery } from '../../db/models/webhook-delivery.ts';
import { WebhookWorker } from '../../db/models/webhook-worker.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Ports } from '../context.ts';
import { newId } from '../id.ts';
import { lockQueues } from './lock-queues.ts';
import { refreshDue } from './queue.ts';

const batchSize = 500;

/**
 * Has what a lost worker was sending sent again, by whoever comes next and under the same `webhook-id`. Nobody knows
 * whether it arrived, so that counts as no try of the receiver’s. Returns how many deliveries that were.
 */
export async function takeOver({ database, clock }: Pick<Ports, 'database' | 'clock'>): Promise<number> {
  const now = clock.now();
  await WebhookWorker.query(database.knex).delete().where('expiresAt', '<=', now);
  return await inTransaction(database.knex, async (trx) => {
    const seen = await lost(trx).distinct('endpointId').limit(batchSize);
    if (seen.length === 0) return 0;
    await lockQueues(
      trx,
      seen.map(({ endpointId }) => endpointId),
    );
    const deliveries = await lost(trx)
      .whereRaw('endpoint_id = any (?)', [seen.map(({ endpointId }) => endpointId)])
      .limit(batchSize);
    await restart(trx, deliveries, now);
    return deliveries.length;
  });
}

// A worker that was slow to say that it is there is lost, too: it finds that nothing is its any more.
function lost(trx: Knex) {
  const there = WebhookWorker.query(trx).whereColumn('webhookWorker.id', 'webhookDelivery.workerId');
  return WebhookDelivery.query(trx).whereNotNull('workerId').whereNotExists(there);
}

async function restart(trx: Knex, deliveries: readonly WebhookDelivery[], now: Date): Promise<void> {
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
  await trx.raw(
    `update webhook_delivery set status = 'RETRYING', due_at = ?, worker_id = null, tries = tries - 1, updated_at = ?,
       row_version = row_version + 1
     where id = any (?)`,
    [now, now, ids],
  );
  await trx.raw(
    `update webhook_queue set in_flight = in_flight - lost.count, updated_at = ?
     from (select endpoint_id, count(*)::integer from unnest(?::text[]) as it (endpoint_id) group by endpoint_id) lost
     where webhook_queue.id = lost.endpoint_id collate "C"`,
    [now, endpointIds],
  );
  await refreshDue(trx, [...new Set(endpointIds)]);
}

const interrupted =
  'The process that sent this was lost in the middle. Whether it arrived is not known; it is sent again.';
