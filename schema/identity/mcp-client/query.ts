import { McpClient } from '../../../db/models/mcp-client.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { findClient } from './find.ts';
import { McpClientType } from './type.ts';

builder.queryField('mcpClients', (t) =>
  t.connection({
    type: McpClientType,
    nullable: true,
    description:
      'The MCP clients of the workspace, oldest first, without deleted ones. Needs `mcp_clients:read`.',
    authScopes: { can: 'mcp_clients:read' },
    complexity: pageCost,
    resolve: async (_root, args, ctx) =>
      await pageOf(McpClient.inWorkspace(ctx).where({ status: 'ACTIVE' }), args),
  }),
);

builder.queryField('mcpClient', (t) =>
  t.field({
    type: McpClientType,
    nullable: true,
    description: 'One MCP client. Needs `mcp_clients:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'mcp_clients:read' },
    resolve: async (_root, { id }, ctx) => await findClient(ctx, id),
  }),
);
