import { Connector } from '../../../db/models/connector.ts';
import { builder } from '../../kernel/builder.ts';
import { CapabilityModeEnum, CapabilityType } from '../connector/capability-type.ts';
import { ConnectorType } from '../connector/type.ts';
import * as formats from '../../values/formats.ts';
import { pageCost, rankedPage } from '../../kernel/page.ts';
import { searchCapabilities } from './search.ts';

builder.objectField(CapabilityType, 'connector', (t) =>
  t.field({
    type: ConnectorType,
    nullable: true,
    resolve: async ({ connectorId }, _args, ctx) => await ctx.load(Connector, connectorId),
  }),
);

builder.queryField('capabilities', (t) =>
  t.connection({
    type: CapabilityType,
    nullable: true,
    description:
      'What can be asked of the workspace’s providers, by words of its title, description, path and parameters, and by names ' +
      'of its provider and of connections to it, best first; a word may be misspelt. Without a query by title. Needs `connections:read`.',
    args: {
      query: t.arg.string({ validate: formats.searchQuery }),
      mode: t.arg({
        type: CapabilityModeEnum,
        description: 'Only what looks, or only what changes something.',
      }),
      connectorId: t.arg.id({ description: 'Only of one connector.' }),
    },
    authScopes: { can: 'connections:read' },
    complexity: pageCost,
    resolve: async (_root, { query, mode, connectorId, ...args }, ctx) =>
      await rankedPage(args, async (range) =>
        searchCapabilities(ctx, { query, mode, connectorId, ...range }),
      ),
  }),
);
