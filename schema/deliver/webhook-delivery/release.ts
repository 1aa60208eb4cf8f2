import type { Knex } from 'knex';

/**
 * Releases the next delivery about each resource after an ordered endpoint has ended one. It is the earliest
 * that has not ended, unless it is being sent. Callers lock the queues.
 */
export async function releaseNext(
  knex: Knex,
  ended: readonly { endpointId: string; resourceId: string }[],
  now: Date,
): Promise<void> {
  if (ended.length === 0) return;
  await knex.raw(
    `update webhook_delivery set due_at = ?, updated_at = ?
     where due_at is null and id in (
       select first.id
       from (select distinct * from unnest(?::text[], ?::text[]) as ended (endpoint_id, resource_id)) ended
       cross join lateral (
         select id, status from webhook_delivery
         where endpoint_id = ended.endpoint_id collate "C" and resource_id = ended.resource_id collate "C"
           and ended_at is null
         order by position limit 1) first
       where first.status = 'PENDING')`,
    [now, now, ended.map(({ endpointId }) => endpointId), ended.map(({ resourceId }) => resourceId)],
  );
}
