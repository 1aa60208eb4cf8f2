import type { PartialModelObject } from 'objection';
import { Connection } from '../../../db/models/connection.ts';
import { record, touchWorkspace } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { EventType } from '../../records/event/catalogue.ts';
import { connectionMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

type Move = Parameters<typeof connectionMoves.next>[1];

export type ConnectionEvent = Extract<EventType, `connection.${string}`>;

/** Moves a locked connection to its next status, writes the patch, and records the event. */
export async function moveConnection(
  tx: TransactionContext,
  before: Connection,
  move: Move,
  type: ConnectionEvent,
  patch: PartialModelObject<Connection> = {},
): Promise<Connection> {
  const status = connectionMoves.next(before.status, move);
  const connection = await Connection.change(tx.knex, before.id, tx.clock.now(), { ...patch, status });
  await record(tx, type, {
    subject: connection,
    data: toEventData(connection),
    changes: { status: [before.status, status] },
  });
  return connection;
}

/** Writes the patch to a locked connection without an event. */
export async function changeUnrecorded(
  tx: TransactionContext,
  { id, workspaceId }: Connection,
  patch: PartialModelObject<Connection>,
): Promise<Connection> {
  const connection = await Connection.change(tx.knex, id, tx.clock.now(), patch);
  await touchWorkspace(tx, workspaceId);
  return connection;
}
