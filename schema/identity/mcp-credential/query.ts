import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { findCredential } from './find.ts';
import { McpCredentialType } from './type.ts';

builder.queryField('mcpCredentials', (t) =>
  t.connection({
    type: McpCredentialType,
    nullable: true,
    description:
      'The MCP credentials of the workspace, oldest first, including revoked ones. Needs `mcp_credentials:read`.',
    authScopes: { can: 'mcp_credentials:read' },
    complexity: pageCost,
    resolve: async (_root, args, ctx) => await pageOf(McpCredential.inWorkspace(ctx), args),
  }),
);

builder.queryField('mcpCredential', (t) =>
  t.field({
    type: McpCredentialType,
    nullable: true,
    description: 'One MCP credential. Needs `mcp_credentials:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'mcp_credentials:read' },
    resolve: async (_root, { id }, ctx) => await findCredential(ctx, id),
  }),
);
