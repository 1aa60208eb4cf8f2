import { McpServerVersion, servingVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { serverFields } from './fields.ts';
import { lockServer, noSuchVersion } from './find.ts';
import { moveVersion } from './move.ts';
import { serverMoves } from './rules.ts';

interface Quarantine {
  id: string;
  reason: string;
}

/**
 * Withdraws all tools of a server from every agent immediately, until another review by a different person.
 */
export async function quarantineMcpServer(ctx: Context, { id, reason }: Quarantine) {
  return await ctx.transaction(async (tx) => {
    const mcpServer = await lockServer(tx, id);
    serverMoves.next(mcpServer.status, 'update');
    const versions = await lockServing(tx, mcpServer);
    if (versions.length === 0) throw noSuchVersion(mcpServer, 'is served');
    for (const version of versions) await quarantineVersion(tx, { server: mcpServer, version }, reason);
    return { mcpServer };
  });
}

export async function quarantineVersion(
  tx: TransactionContext,
  held: { server: McpServer; version: McpServerVersion },
  reason: string,
): Promise<void> {
  const quarantinedAt = tx.clock.now();
  await moveVersion(tx, held, 'quarantine', 'mcp_server.quarantined', { quarantinedAt, reason });
}

/** Returns the served versions of a locked server, locked. */
export async function lockServing(
  tx: TransactionContext,
  { id: serverId }: McpServer,
): Promise<McpServerVersion[]> {
  return await McpServerVersion.inWorkspace(tx)
    .where({ serverId })
    .whereIn('status', [...servingVersionStatuses])
    .orderBy('number')
    .forNoKeyUpdate();
}

builder.relayMutationField(
  'quarantineMcpServer',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The MCP server.'),
      reason: t.string({ required: true, validate: formats.decisionReason }),
    }),
  },
  {
    description:
      'Takes all tools of an MCP server away from every agent immediately, without a second person. To serve it ' +
      'again, submit it, have a different person review it, and publish it. Needs `mcp_servers:quarantine`.',
    authScopes: { can: 'mcp_servers:quarantine' },
    resolve: async (_root, { input }, ctx) => await quarantineMcpServer(ctx, input),
  },
  { outputFields: serverFields },
);
