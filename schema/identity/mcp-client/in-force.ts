import type { Knex } from 'knex';
import { McpClient } from '../../../db/models/mcp-client.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';

/** Returns the client with this id while it is registered in an active workspace; otherwise null. */
export async function clientInForce(knex: Knex, id: string): Promise<McpClient | null> {
  const client = await McpClient.inActiveWorkspaces(knex).where({ status: 'ACTIVE' }).findById(id);
  if (client) rowMacsOf(knex).assertSound(McpClient, client);
  return client ?? null;
}
