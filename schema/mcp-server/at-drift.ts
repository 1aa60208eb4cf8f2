import { Capability } from '../../db/models/capability.ts';
import { McpServerTool } from '../../db/models/mcp-server-tool.ts';
import { McpServerVersion, servingVersionStatuses } from '../../db/models/mcp-server-version.ts';
import { atDrift } from '../connector/drift.ts';
import type { TransactionContext } from '../context.ts';
import { lockServer } from './find.ts';
import { lockServing, quarantineVersion } from './quarantine.ts';

// What was reviewed is not what is there any more, so nobody finds it until somebody has looked again.
atDrift(async (tx, capabilityIds) => {
  const serving = await McpServerVersion.inWorkspace(tx)
    .whereIn(
      'id',
      McpServerTool.inWorkspace(tx)
        .whereIn('capabilityId', [...capabilityIds])
        .select('versionId'),
    )
    .whereIn('status', [...servingVersionStatuses])
    .select('serverId');
  const serverIds = [...new Set(serving.map(({ serverId }) => serverId))].toSorted();
  for (const serverId of serverIds) await quarantineDrifted(tx, serverId, capabilityIds);
});

async function quarantineDrifted(
  tx: TransactionContext,
  serverId: string,
  capabilityIds: readonly string[],
): Promise<void> {
  const server = await lockServer(tx, serverId);
  for (const version of await lockServing(tx, server)) {
    const tool = await McpServerTool.inWorkspace(tx)
      .where({ versionId: version.id })
      .whereIn('capabilityId', [...capabilityIds])
      .first();
    if (!tool) continue;
    const capability = await Capability.inWorkspace(tx).findById(tool.capabilityId).throwIfNotFound();
    const reason = `Its provider describes ${capability.key} in another way since, or no more.`;
    await quarantineVersion(tx, { server, version }, reason);
  }
}
