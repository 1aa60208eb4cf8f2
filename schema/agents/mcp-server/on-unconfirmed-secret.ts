import type { Connection } from '../../../db/models/connection.ts';
import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import { McpServerVersion, servingVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import { record } from '../../records/audit/record.ts';
import { onUnconfirmedSecret } from '../../connect/connection/new-secret.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { lockServer } from './find.ts';
import { mailSecretChanged } from './announce-to-reviewers.ts';
import { toEventData } from './event-data.ts';

const reviewed = [...servingVersionStatuses, 'IN_REVIEW', 'APPROVED'] as const;

// The secret may belong to another account than the reviewed one, and the server cannot know. It informs the
// reviewers.
onUnconfirmedSecret(async (tx, connectionId) => {
  const offering = await lockOffering(tx, connectionId);
  return async ({ id, name, secretChangedBy }: Connection) => {
    for (const { server, version } of offering) {
      await record(tx, 'mcp_server.secret_changed', {
        subject: server,
        data: { ...toEventData(server, version), connection: { id, name, secretChangedBy } },
        changes: { version: version.number, connection: id },
      });
      await mailSecretChanged(tx, { server, version, connection: name });
    }
  };
});

/**
 * Locks the servers that offer a tool through the connection, in a fixed order. Returns each with its
 * version.
 */
async function lockOffering(tx: TransactionContext, connectionId: string) {
  const versionIds = McpServerTool.inWorkspace(tx).where({ connectionId }).select('versionId');
  const versions = await McpServerVersion.inWorkspace(tx)
    .whereIn('status', [...reviewed])
    .whereIn('id', versionIds)
    .orderBy(['serverId', 'number']);
  const offering = [];
  for (const version of versions) offering.push({ server: await lockServer(tx, version.serverId), version });
  return offering;
}
