import type { Knex } from 'knex';

/**
 * Lets the next delivery about a resource go where an ordered endpoint has ended the one before: the earliest of those that
 * are open, unless one of them is on its way. Their queues are locked.
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
