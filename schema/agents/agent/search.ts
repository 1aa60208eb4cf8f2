import { builder } from '../../kernel/builder.ts';
import { searchAmong } from '../../connect/capability/search-among.ts';
import { CapabilityModeEnum } from '../../connect/connector/capability-type.ts';
import * as agentFormats from '../../values/agent-formats.ts';
import { grantsByCapability } from '../mcp-grant/in-force.ts';
import { pageCost, rankedPage } from '../../kernel/page.ts';
import { logged } from './logged.ts';
import { GrantedCapabilityType } from './type.ts';

builder.queryField('grantedCapabilities', (t) =>
  t.connection({
    type: GrantedCapabilityType,
    nullable: true,
    description:
      'The granted capabilities that are served now, best match first. The query searches their words and the ' +
      'names of provider and connections. It matches other forms of a word and common synonyms, and tolerates ' +
      'typos. A whole id finds its capability alone. Without a query, by title. Needs the scope `mcp:read`.',
    args: {
      query: t.arg.string({ validate: agentFormats.searchQuery }),
      mode: t.arg({
        type: CapabilityModeEnum,
        description: 'Only reads, or only writes.',
      }),
    },
    authScopes: { agent: 'mcp:read' },
    complexity: pageCost,
    resolve: async (_root, { query, mode, ...args }, ctx) =>
      await logged(
        ctx,
        'search_capabilities',
        {},
        async () =>
          await rankedPage(args, async (range) => {
            const all = [...(await grantsByCapability(ctx)).values()].flat();
            // Filters by the mode of the grant: a capability granted as a read may be described as a write.
            const among = all.filter((grant) => !mode || grant.mode === mode);
            const capabilities = await searchAmong(ctx, { query, among, ...range });
            return capabilities.map((capability) => ({
              capability,
              grants: among.filter(({ capabilityId }) => capabilityId === capability.id),
            }));
          }),
      ),
  }),
);
