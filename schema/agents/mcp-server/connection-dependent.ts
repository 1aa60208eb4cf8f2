import { McpServer } from '../../../db/models/mcp-server.ts';
import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { registerDependents } from '../../connect/connection/dependents.ts';

registerDependents(async (ctx, connectionId, limit) => {
  const versions = McpServerTool.inWorkspace(ctx).where({ connectionId }).select('versionId');
  const ids = McpServerVersion.inWorkspace(ctx)
    .whereIn('id', versions)
    .whereNot({ status: 'RETIRED' })
    .select('serverId');
  const servers = await McpServer.inWorkspace(ctx).whereIn('id', ids).orderBy('id').limit(limit);
  return servers.map(({ id, name }) => ({ type: 'mcp_server', id, name }));
});
