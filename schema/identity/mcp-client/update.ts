import { McpClient } from '../../../db/models/mcp-client.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { changesNothing } from '../../values/patch.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { clientFields } from './fields.ts';
import { lockClient } from './find.ts';
import { clientMoves } from './rules.ts';

interface UpdateClient {
  id: string;
  name?: string | null | undefined;
}

/** Renames a client. Its redirect URIs and its key never change, because people have consented to them. */
export async function updateMcpClient(ctx: Context, { id, name }: UpdateClient) {
  return await ctx.transaction(async (tx) => {
    const before = await lockClient(tx, id);
    clientMoves.next(before.status, 'update');
    const patch = { name: name ?? before.name };
    if (changesNothing(before, patch)) return { mcpClient: before };
    const mcpClient = await McpClient.change(tx.knex, id, tx.clock.now(), patch);
    const changes = { name: [before.name, patch.name] };
    await record(tx, 'mcp_client.updated', { subject: mcpClient, data: mcpClient, changes });
    return { mcpClient };
  });
}

builder.relayMutationField(
  'updateMcpClient',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The MCP client.'),
      name: t.string({ validate: formats.keyName }),
    }),
  },
  {
    description:
      'Renames an MCP client. Its redirect URIs and its key never change; register another client instead. Needs ' +
      '`mcp_clients:write`.',
    authScopes: { can: 'mcp_clients:write' },
    resolve: async (_root, { input }, ctx) => await updateMcpClient(ctx, input),
  },
  { outputFields: clientFields },
);
