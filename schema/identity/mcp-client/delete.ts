import { McpClient } from '../../../db/models/mcp-client.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { runDeletionReactions } from './deletion.ts';
import { clientFields } from './fields.ts';
import { lockClient } from './find.ts';
import { clientMoves } from './rules.ts';

/** Deletes a client permanently, together with all consents to it and all its tokens. */
export async function deleteMcpClient(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockClient(tx, id);
    const status = clientMoves.next(before.status, 'delete');
    const now = tx.clock.now();
    const mcpClient = await McpClient.change(tx.knex, id, now, { status, deletedAt: now });
    await runDeletionReactions(tx, id);
    await record(tx, 'mcp_client.deleted', { subject: mcpClient, data: mcpClient });
    return { mcpClient };
  });
}

builder.relayMutationField(
  'deleteMcpClient',
  { inputFields: (t) => ({ ...rowFields(t, 'The MCP client.') }) },
  {
    description:
      'Deletes an MCP client permanently. Its consents and tokens end immediately, and its next call fails. Needs ' +
      '`mcp_clients:delete`.',
    authScopes: { can: 'mcp_clients:delete' },
    resolve: async (_root, { input }, ctx) => await deleteMcpClient(ctx, input),
  },
  { outputFields: clientFields },
);
