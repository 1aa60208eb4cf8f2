import { McpServer } from '../../../db/models/mcp-server.ts';
import { McpServerVersion, openVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound, refuse, type Refusal } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

export async function findServer(ctx: Context, id: string): Promise<McpServer> {
  const server = await McpServer.inWorkspace(ctx).findById(id);
  if (!server) throw notFound(ctx, 'MCP server');
  return server;
}

/**
 * Returns the server, locked to the end of the transaction. Every change of one of its versions needs this
 * lock.
 */
export async function lockServer(tx: TransactionContext, id: string): Promise<McpServer> {
  return atVersion(tx, await lockServerAsIs(tx, id));
}

/** Locks it as `lockServer` does, also after this transaction has changed it. */
export async function lockServerAsIs(tx: TransactionContext, id: string): Promise<McpServer> {
  const server = await McpServer.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!server) throw notFound(tx, 'MCP server');
  return server;
}

/** Returns the unpublished version of a locked server, locked; null if there is none. */
export async function lockOpenVersion(
  tx: TransactionContext,
  { id: serverId }: Pick<McpServer, 'id'>,
): Promise<McpServerVersion | null> {
  const open = McpServerVersion.inWorkspace(tx)
    .findOne({ serverId })
    .whereIn('status', [...openVersionStatuses]);
  return (await open.forNoKeyUpdate()) ?? null;
}

/** Returns the latest version of a locked server in one of the statuses, locked; null if there is none. */
export async function lockVersionIn(
  tx: TransactionContext,
  { id: serverId }: Pick<McpServer, 'id'>,
  statuses: readonly McpServerVersion['status'][],
): Promise<McpServerVersion | null> {
  const versions = await McpServerVersion.inWorkspace(tx)
    .where({ serverId })
    .whereIn('status', [...statuses])
    .orderBy('number', 'desc')
    .forNoKeyUpdate();
  return versions[0] ?? null;
}

export function noSuchVersion(server: McpServer, words: string): Refusal {
  return refuse('invalid_transition', `The MCP server ${server.name} has no version that ${words}.`);
}
