import type { ConnectorImport } from '../../../db/models/connector-import.ts';
import type { Connector } from '../../../db/models/connector.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/** Returns the event data of an import, with the current connector. */
export function toEventData(
  { name, source, sourceUrl, readyMade, status }: Connector,
  run: ConnectorImport,
): EventData<'connector.imported'> {
  return { name, source, sourceUrl, readyMade, status, import: run };
}
