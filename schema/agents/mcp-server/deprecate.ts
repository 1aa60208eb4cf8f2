import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { validationFailed } from '../../values/errors.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { daysAfter } from '../../values/time.ts';
import { serverFields } from './fields.ts';
import { lockServer, lockVersionIn, noSuchVersion } from './find.ts';
import { moveVersion } from './move.ts';
import { deprecationDays, maxDeprecationDays, serverMoves } from './rules.ts';

interface Deprecate {
  id: string;
  days?: number | null | undefined;
}

/** Announces the end of the published version; the server serves it until then. */
export async function deprecateMcpServer(ctx: Context, { id, days }: Deprecate) {
  const inDays = days ?? deprecationDays;
  if (inDays < deprecationDays || inDays > maxDeprecationDays)
    throw validationFailed([
      {
        pointer: '/days',
        code: 'out_of_range',
        message: `must be ${deprecationDays} to ${maxDeprecationDays}`,
      },
    ]);
  return await ctx.transaction(async (tx) => {
    const server = await lockServer(tx, id);
    serverMoves.next(server.status, 'update');
    const version = await lockVersionIn(tx, server, ['PUBLISHED']);
    if (!version) throw noSuchVersion(server, 'is published');
    const retiresAt = daysAfter(tx.clock.now(), inDays);
    await moveVersion(tx, { server, version }, 'deprecate', 'mcp_server.deprecated', { retiresAt });
    return { mcpServer: server };
  });
}

builder.relayMutationField(
  'deprecateMcpServer',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The MCP server.'),
      days: t.int({ description: 'The days until its end: 30 to 365, by default 30.' }),
    }),
  },
  {
    description:
      'Announces the end of the published version. Until then the server keeps serving it, then the server is ' +
      'retired. Needs `mcp_servers:publish`.',
    authScopes: { can: 'mcp_servers:publish' },
    resolve: async (_root, { input }, ctx) => await deprecateMcpServer(ctx, input),
  },
  { outputFields: serverFields },
);
