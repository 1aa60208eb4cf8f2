import type { Connection } from '../../../db/models/connection.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/** What events tell of a connection; its settings, and whose account it is, stay with it. */
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
