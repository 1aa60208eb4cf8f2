import type { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/** Returns the event data of a server and, if given, of one of its versions. */
export function toEventData(
  { projectId, name, status }: McpServer,
  version: McpServerVersion | null = null,
): EventData<'mcp_server.created'> {
  return {
    projectId,
    name,
    status,
    version: version && { id: version.id, number: version.number, status: version.status },
  };
}
