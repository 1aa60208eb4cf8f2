import type { Knex } from 'knex';
import type { Event } from '../../../db/models/event.ts';
import type { DeliveryTrigger } from '../../../db/models/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { newId } from '../../values/id.ts';

export interface Addressed {
  endpoint: Pick<WebhookEndpoint, 'id' | 'workspaceId' | 'isOrdered'>;
  event: Event;
  /** If not immediately. */
  dueAt?: Date;
}

/**
 * Adds deliveries of events to endpoints with locked queues; existing deliveries stay unchanged. For an
 * ordered endpoint, later deliveries about the same resource get no due time. The end of the earlier one
 * releases them (`release.ts`).
 */
export async function insertDeliveries(
  knex: Knex,
  addressed: readonly Addressed[],
  now: Date,
  trigger: DeliveryTrigger = 'EVENT',
): Promise<void> {
  if (addressed.length === 0) return;
  const columns = [
    addressed.map(() => newId('webhookDelivery')),
    addressed.map(({ endpoint }) => endpoint.workspaceId),
    addressed.map(({ endpoint }) => endpoint.id),
    addressed.map(({ event }) => event.id),
    addressed.map(({ event }) => event.type),
    addressed.map(({ event }) => event.position),
    addressed.map(({ event }) => event.resource.id),
    addressed.map(({ dueAt = now }) => dueAt.toISOString()),
    addressed.map(({ endpoint }) => endpoint.isOrdered),
  ];
  await knex.raw(statement, [trigger, now, now, ...columns]);
}

const statement = `
  insert into webhook_delivery
    (id, workspace_id, endpoint_id, event_id, message_id, event_type, position, resource_id, status, trigger, due_at,
     created_at, updated_at)
  select id, workspace_id, endpoint_id, event_id, event_id, type, position, resource_id, 'PENDING', ?,
    case when is_ordered and (
      row_number() over (partition by endpoint_id, resource_id, is_ordered order by position) > 1
      or exists (select from webhook_delivery earlier
        where earlier.endpoint_id = added.endpoint_id collate "C" and earlier.resource_id = added.resource_id collate "C"
          and earlier.ended_at is null)
    ) then null else due_at end, ?, ?
  from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::text[], ?::timestamptz[], ?::boolean[])
    as added (id, workspace_id, endpoint_id, event_id, type, position, resource_id, due_at, is_ordered)
  on conflict (endpoint_id, message_id) do nothing`;
