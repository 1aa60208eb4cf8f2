import { McpClient } from '../../../db/models/mcp-client.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

export async function findClient(ctx: Context, id: string): Promise<McpClient> {
  const client = await McpClient.inWorkspace(ctx).findById(id);
  if (!client) throw notFound(ctx, 'MCP client');
  return client;
}

/** Returns the client, locked until the end of the transaction. */
export async function lockClient(tx: TransactionContext, id: string): Promise<McpClient> {
  const client = await McpClient.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!client) throw notFound(tx, 'MCP client');
  return atVersion(tx, client);
}

/**
 * Keeps the client from being deleted until the end of the transaction. Throws `not_found` if it is deleted
 * or belongs to another workspace.
 */
export async function shareLockClient(tx: TransactionContext, id: string): Promise<void> {
  const client = await McpClient.inWorkspace(tx).findById(id).forShare();
  if (client?.status !== 'ACTIVE') throw notFound(tx, 'MCP client');
}
