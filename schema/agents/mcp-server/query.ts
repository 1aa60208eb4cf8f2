import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { McpServer } from '../../../db/models/mcp-server.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { findServer } from './find.ts';
import { McpServerType } from './type.ts';
import { McpServerVersionType } from './version-type.ts';

builder.queryField('mcpServers', (t) =>
  t.connection({
    type: McpServerType,
    nullable: true,
    description:
      'The MCP servers of the workspace, oldest first, without retired ones. Needs `mcp_servers:read`.',
    authScopes: { can: 'mcp_servers:read' },
    complexity: pageCost,
    resolve: async (_root, args, ctx) =>
      await pageOf(McpServer.inWorkspace(ctx).where({ status: 'ACTIVE' }), args),
  }),
);

builder.queryField('mcpServer', (t) =>
  t.field({
    type: McpServerType,
    nullable: true,
    description: 'One MCP server, even if it is retired. Needs `mcp_servers:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'mcp_servers:read' },
    resolve: async (_root, { id }, ctx) => await findServer(ctx, id),
  }),
);

builder.queryField('mcpServerVersions', (t) =>
  t.connection({
    type: McpServerVersionType,
    nullable: true,
    description: 'Every version of an MCP server, the first one first. Needs `mcp_servers:read`.',
    args: { serverId: t.arg.id({ required: true }) },
    authScopes: { can: 'mcp_servers:read' },
    complexity: pageCost,
    resolve: async (_root, { serverId, ...args }, ctx) => {
      const { id } = await findServer(ctx, serverId);
      return await pageOf(McpServerVersion.inWorkspace(ctx).where({ serverId: id }), args);
    },
  }),
);
