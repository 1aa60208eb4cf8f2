import type { Connection } from '../../../db/models/connection.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/** Returns the event data of a connection, without its settings and its account. */
export function toEventData({
  projectId,
  connectorId,
  name,
  method,
  status,
  problem,
  revocation,
}: Connection): EventData<'connection.created'> {
  return { projectId, connectorId, name, method, status, problem, revocation };
}
