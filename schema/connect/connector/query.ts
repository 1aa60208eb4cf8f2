import { Capability } from '../../../db/models/capability.ts';
import { Connector } from '../../../db/models/connector.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { CapabilityType } from './capability-type.ts';
import { findConnector } from './find.ts';
import { ConnectorType } from './type.ts';

builder.queryField('connectors', (t) =>
  t.connection({
    type: ConnectorType,
    nullable: true,
    description:
      'The connectors of the workspace, oldest first, without deleted ones. Needs `connections:read`.',
    authScopes: { can: 'connections:read' },
    complexity: pageCost,
    resolve: async (_root, args, ctx) =>
      await pageOf(Connector.inWorkspace(ctx).whereNot({ status: 'DELETED' }), args),
  }),
);

builder.queryField('connector', (t) =>
  t.field({
    type: ConnectorType,
    nullable: true,
    description: 'One connector, even if it is deleted. Needs `connections:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'connections:read' },
    resolve: async (_root, { id }, ctx) => await findConnector(ctx, id),
  }),
);

builder.queryField('connectorCapabilities', (t) =>
  t.connection({
    type: CapabilityType,
    nullable: true,
    description:
      'The capabilities of a connector, oldest first; with a filter, only drifted or removed ones. Needs ' +
      '`connections:read`.',
    args: {
      connectorId: t.arg.id({ required: true }),
      drifted: t.arg.boolean({ description: 'Only drifted ones.' }),
      removed: t.arg.boolean({ description: 'Only removed ones.' }),
    },
    authScopes: { can: 'connections:read' },
    complexity: pageCost,
    resolve: async (_root, { connectorId, drifted, removed, ...args }, ctx) => {
      const { id } = await findConnector(ctx, connectorId);
      const all = Capability.inWorkspace(ctx).where({ connectorId: id });
      const those = removed ? all.whereNotNull('removedAt') : all.whereNull('removedAt');
      return await pageOf(drifted ? those.whereNotNull('driftedAt') : those, args);
    },
  }),
);
