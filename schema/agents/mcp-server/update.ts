import { McpServer } from '../../../db/models/mcp-server.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { changesNothing } from '../../values/patch.ts';
import { assertVersion, rowFields } from '../../kernel/row-version.ts';
import { serverFields } from './fields.ts';
import { lockServer } from './find.ts';
import { serverMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

interface UpdateServer {
  id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
}

/** Changes the given members; absent and null ones stay. */
export async function updateMcpServer(ctx: Context, { id, name, description }: UpdateServer) {
  return await ctx.transaction(async (tx) => {
    const before = await lockServer(tx, id);
    assertVersion(tx, 'MCP server');
    serverMoves.next(before.status, 'update');
    const patch = { name: name ?? before.name, description: description ?? before.description };
    if (changesNothing(before, patch)) return { mcpServer: before };
    const now = tx.clock.now();
    const mcpServer = await withFreeName(
      'an MCP server',
      async () => await McpServer.change(tx.knex, id, now, patch),
    );
    await record(tx, 'mcp_server.updated', {
      subject: mcpServer,
      data: toEventData(mcpServer),
      changes: { name: [before.name, patch.name], description: [before.description, patch.description] },
    });
    return { mcpServer };
  });
}

builder.relayMutationField(
  'updateMcpServer',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The MCP server.'),
      name: t.string({ validate: formats.name }),
      description: t.string({ validate: formats.description }),
    }),
  },
  {
    description:
      'Changes an MCP server’s name or description. After a new name, a pending review can no longer be approved ' +
      'and must be requested again. Requires `ifRowVersion` (`if_match_required`). Needs `mcp_servers:write`.',
    authScopes: { can: 'mcp_servers:write' },
    resolve: async (_root, { input }, ctx) => await updateMcpServer(ctx, input),
  },
  { outputFields: serverFields },
);
