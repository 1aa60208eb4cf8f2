import type { ConnectorImport } from '../../../db/models/connector-import.ts';
import type { Connector } from '../../../db/models/connector.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/** What events tell of an import, with the connector as it now stands. */
export function toEventData(
  { name, source, sourceUrl, readyMade, status }: Connector,
  run: ConnectorImport,
): EventData<'connector.imported'> {
  return { name, source, sourceUrl, readyMade, status, import: run };
}
