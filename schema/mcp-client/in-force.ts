import type { Knex } from 'knex';
import { McpClient } from '../../db/models/mcp-client.ts';

/** The client with this id, as long as it is registered in a workspace that is active. */
export async function clientInForce(knex: Knex, id: string): Promise<McpClient | null> {
  return (await McpClient.inActiveWorkspaces(knex).where({ status: 'ACTIVE' }).findById(id)) ?? null;
}
