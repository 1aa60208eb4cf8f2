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

/** Appends the event to the workspace's log, in the transaction of its change. */
export async function emit<Type extends EventType>(
  ctx: TransactionContext,
  { workspaceId, position, type, resource, actor, data }: EventInput<Type>,
): Promise<void> {
  const now = ctx.clock.now();
  await Event.query(ctx.knex).insert({
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
