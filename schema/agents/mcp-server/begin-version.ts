import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import { memberOf, type TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';

/** Creates the next version of a locked server, as a draft without tools. */
export async function beginVersion(
  tx: TransactionContext,
  { id: serverId, workspaceId }: McpServer,
  number: number,
): Promise<McpServerVersion> {
  const now = tx.clock.now();
  return await McpServerVersion.query(tx.knex)
    .insert({
      id: newId('mcpServerVersion'),
      workspaceId,
      serverId,
      number,
      status: 'DRAFT',
      createdBy: memberOf(tx).memberId,
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
}
