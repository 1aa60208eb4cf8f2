import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { refreshDue } from './queue.ts';
import { replaysPerSecond } from './rules.ts';

/**
 * Replays deliveries of an endpoint whose queue is locked, under their original ids and with all tries. They
 * go in the order of their events, at a pace that leaves room for new deliveries. For an ordered endpoint,
 * each waits for the earlier one about its resource.
 */
export async function sendAgain(
  tx: TransactionContext,
  { id, isOrdered }: WebhookEndpoint,
  deliveryIds: readonly string[],
): Promise<void> {
  const now = tx.clock.now();
  await tx.knex.raw(statement, [1000 / replaysPerSecond, id, [...deliveryIds], isOrdered, now, now, id]);
  await refreshDue(tx.knex, [id]);
}

const statement = `
  with chosen as (
    select delivery.id,
      (row_number() over (order by position, id) - 1) * ? * interval '1 millisecond' as wait,
      row_number() over (partition by resource_id order by position, id) > 1
        or exists (select from webhook_delivery earlier
          where earlier.endpoint_id = ? and earlier.resource_id = delivery.resource_id and earlier.ended_at is null
            and earlier.id <> delivery.id and earlier.position < delivery.position) as is_later
    from webhook_delivery delivery where id = any (?)
  )
  update webhook_delivery set
    status = 'PENDING', trigger = 'REPLAY', tries = 0, is_told = true, ended_at = null,
    due_at = case when ? and chosen.is_later then null else ?::timestamptz + chosen.wait end,
    updated_at = ?, row_version = row_version + 1
  from chosen where webhook_delivery.id = chosen.id and webhook_delivery.endpoint_id = ?`;
