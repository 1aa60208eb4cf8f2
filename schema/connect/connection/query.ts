import { Connection } from '../../../db/models/connection.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { findConnection } from './find.ts';
import { ProviderConnectionType } from './type.ts';

builder.queryField('connections', (t) =>
  t.connection({
    type: ProviderConnectionType,
    nullable: true,
    description:
      'The connections of the workspace, oldest first, without disconnected ones. Needs `connections:read`.',
    args: {
      projectId: t.arg.id({ description: 'Only of one project.' }),
      connectorId: t.arg.id({ description: 'Only of one connector.' }),
      credentialReferenceId: t.arg.id({ description: 'Only those that use one credential reference.' }),
    },
    authScopes: { can: 'connections:read' },
    complexity: pageCost,
    resolve: async (_root, { projectId, connectorId, credentialReferenceId, ...args }, ctx) => {
      const query = Connection.inWorkspace(ctx).whereNot({ status: 'DISCONNECTED' });
      if (projectId) void query.where({ projectId });
      if (connectorId) void query.where({ connectorId });
      if (credentialReferenceId) void query.where({ credentialReferenceId });
      return await pageOf(query, args);
    },
  }),
);

builder.queryField('connection', (t) =>
  t.field({
    type: ProviderConnectionType,
    nullable: true,
    description: 'One connection, even if it is disconnected. Needs `connections:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'connections:read' },
    resolve: async (_root, { id }, ctx) => await findConnection(ctx, id),
  }),
);
