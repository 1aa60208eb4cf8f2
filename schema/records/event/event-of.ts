import type { QueryBuilder } from 'objection';
import type { Actor } from '../../../db/models/audit.ts';
import { Event } from '../../../db/models/event.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { catalogue, type EventData, type EventType } from './catalogue.ts';

export interface EventInput<Type extends EventType> {
  workspaceId: string;
  /** The workspace's next position, counted under the row lock of its audit head. */
  position: number;
  type: Type;
  resource: { id: string; version: number };
  actor: Actor;
  data: EventData<Type>;
}

/**
 * Returns the statement that appends the event to the workspace's log; its audit entry runs it. No hook of the model
 * runs then, and events need none.
 */
export function eventOf<Type extends EventType>(
  ctx: TransactionContext,
  { workspaceId, position, type, resource, actor, data }: EventInput<Type>,
): QueryBuilder<Event, Event> {
  const now = ctx.clock.now();
  return Event.query(ctx.knex).insert({
    id: newId('event'),
    workspaceId,
    position,
    type,
    occurredAt: now,
    resource: { type: catalogue[type].resource, ...resource },
    actor,
    data: catalogue[type].data.parse(data),
    createdAt: now,
    updatedAt: now,
  });
}
