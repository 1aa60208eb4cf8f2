import { Connector } from '../../../db/models/connector.ts';
import { builder } from '../../kernel/builder.ts';
import { CapabilityModeEnum, CapabilityType } from '../connector/capability-type.ts';
import { ConnectorType } from '../connector/type.ts';
import * as agentFormats from '../../values/agent-formats.ts';
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
      'Searches the capabilities of the workspace’s providers, best match first. The query matches titles, ' +
      'descriptions, paths, parameters, and the names of providers and connections. It matches other forms of an ' +
      'English word and common synonyms, and tolerates typos. A whole id finds its capability alone. Without a query, ' +
      'by title. Needs `connections:read`.',
    args: {
      query: t.arg.string({
        description: 'Words, at most 200 characters.',
        validate: agentFormats.searchQuery,
      }),
      mode: t.arg({
        type: CapabilityModeEnum,
        description: 'Only reads, or only writes.',
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
