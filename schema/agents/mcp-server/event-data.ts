import type { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/** What events tell of a server and, where one is meant, of a version. */
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
