import { Connection } from '../../../db/models/connection.ts';
import { McpGrant } from '../../../db/models/mcp-grant.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { findGrant } from './find.ts';
import { McpGrantType } from './type.ts';

builder.queryField('mcpGrants', (t) =>
  t.connection({
    type: McpGrantType,
    nullable: true,
    description:
      'The grants of MCP credentials, oldest first, including revoked ones. Needs `mcp_grants:read`.',
    args: {
      credentialId: t.arg.id({ description: 'Only grants of this credential.' }),
      versionId: t.arg.id({ description: 'Only grants of this version.' }),
      credentialReferenceId: t.arg.id({
        description: 'Only grants whose connection uses this credential reference.',
      }),
    },
    authScopes: { can: 'mcp_grants:read' },
    complexity: pageCost,
    resolve: async (_root, { credentialId, versionId, credentialReferenceId, ...args }, ctx) => {
      const grants = McpGrant.inWorkspace(ctx);
      if (credentialId) void grants.where({ credentialId });
      if (versionId) void grants.where({ versionId });
      if (credentialReferenceId)
        void grants.whereIn(
          'connectionId',
          Connection.inWorkspace(ctx).where({ credentialReferenceId }).select('id'),
        );
      return await pageOf(grants, args);
    },
  }),
);

builder.queryField('mcpGrant', (t) =>
  t.field({
    type: McpGrantType,
    nullable: true,
    description: 'One grant. Needs `mcp_grants:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'mcp_grants:read' },
    resolve: async (_root, { id }, ctx) => await findGrant(ctx, id),
  }),
);
