import type { Knex } from 'knex';
import { McpClient } from '../../../db/models/mcp-client.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';

/** The client with this id, as long as it is registered in a workspace that is active. */
export async function clientInForce(knex: Knex, id: string): Promise<McpClient | null> {
  const client = await McpClient.inActiveWorkspaces(knex).where({ status: 'ACTIVE' }).findById(id);
  if (client) rowMacsOf(knex).assertSound(McpClient, client);
  return client ?? null;
}
