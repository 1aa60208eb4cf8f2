import type { Knex } from 'knex';
import { AuditHead } from '../../../db/models/audit.ts';
import { Event } from '../../../db/models/event.ts';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { daysAfter } from '../../values/time.ts';
import { unknownHealth } from './health.ts';
import { pausedDays } from './rules.ts';

/** Callers of these functions lock the queue's row. */

/**
 * Updates when each queue is next due: its next delivery, or the circuit's next probe if that is later. Also
 * updates the position of its latest change. Call it last after adding, claiming or ending deliveries.
 */
export async function refreshDue(knex: Knex, ids: readonly string[]): Promise<void> {
  await knex.raw(
    `update webhook_queue set due_at = (
       select greatest(webhook_delivery.due_at, probe_at) from webhook_delivery
       where endpoint_id = webhook_queue.id and webhook_delivery.due_at is not null
       order by webhook_delivery.due_at limit 1),
       change_position = greatest(webhook_queue.change_position, (
         select max(change_position) from webhook_delivery where endpoint_id = webhook_queue.id))
     where id = any (?)`,
    [[...ids]],
  );
}

/**
 * Continues from the queue's position with the events that are still stored, and resets the endpoint's
 * health.
 */
export async function goOn(tx: TransactionContext, { id, position }: WebhookQueue): Promise<void> {
  const oldest = daysAfter(tx.clock.now(), -pausedDays);
  const [lost] = await Event.inWorkspace(tx)
    .where('occurredAt', '<', oldest)
    .where('position', '>', position)
    .max('position as last')
    .castTo<{ last: number | null }[]>();
  await restart(tx, id, lost?.last ?? position);
}

/** Continues with future events only, and resets the endpoint's health. */
export async function beginAnew(tx: TransactionContext, { id, workspaceId }: WebhookQueue): Promise<void> {
  const head = await AuditHead.query(tx.knex).findById(workspaceId).throwIfNotFound();
  await restart(tx, id, head.eventPosition);
}

/** Resets the endpoint's health, since its receiver is another one or was repaired. */
export async function forgetHealth(tx: TransactionContext, { id, position }: WebhookQueue): Promise<void> {
  await restart(tx, id, position);
}

async function restart(tx: TransactionContext, id: string, position: number): Promise<void> {
  await WebhookQueue.query(tx.knex)
    .findById(id)
    .patch({ ...unknownHealth, position, warningsTold: 0, updatedAt: tx.clock.now() });
  await refreshDue(tx.knex, [id]);
}

/** Releases all deliveries that wait for an earlier one about the same resource. */
export async function letAllGo(tx: TransactionContext, { id }: WebhookQueue): Promise<void> {
  const now = tx.clock.now();
  await WebhookDelivery.inWorkspace(tx)
    .where({ endpointId: id, status: 'PENDING' })
    .whereNull('dueAt')
    .patch({ dueAt: now, updatedAt: now });
  await refreshDue(tx.knex, [id]);
}

/** Discards the waiting deliveries, at the given time. Deliveries in flight finish normally. */
export async function discardWaiting(tx: TransactionContext, { id }: WebhookQueue, now: Date): Promise<void> {
  await WebhookDelivery.inWorkspace(tx)
    .where({ endpointId: id })
    .whereIn('status', ['PENDING', 'RETRYING'])
    .patch({
      status: 'DISCARDED',
      dueAt: null,
      endedAt: now,
      updatedAt: now,
      rowVersion: WebhookDelivery.raw('row_version + 1'),
    });
  await refreshDue(tx.knex, [id]);
}
