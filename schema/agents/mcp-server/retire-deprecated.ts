import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import type { Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { lockServer } from './find.ts';
import { moveVersion } from './move.ts';

const job = 'retire-mcp-versions';
const batchSize = 100;

/** Retires the deprecated versions whose time is over; agents have not found their tools since then. */
export async function retireDeprecated(ports: Ports): Promise<void> {
  const due = await McpServerVersion.inActiveWorkspaces(ports.database.knex)
    .where({ status: 'DEPRECATED' })
    .where('retiresAt', '<=', ports.clock.now())
    .orderBy('retiresAt')
    .limit(batchSize);
  await forEachIsolated(ports, job, due, async ({ id, workspaceId, serverId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      const server = await lockServer(tx, serverId);
      const now = tx.clock.now();
      const version = await McpServerVersion.inWorkspace(tx)
        .findOne({ id, status: 'DEPRECATED' })
        .where('retiresAt', '<=', now)
        .forNoKeyUpdate();
      if (version)
        await moveVersion(tx, { server, version }, 'retire', 'mcp_server.retired', { retiredAt: now });
      return {};
    });
  });
}
