import { Capability } from '../../../db/models/capability.ts';
import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import {
  McpServerVersion,
  servingVersionStatuses,
  type McpServerVersionStatus,
} from '../../../db/models/mcp-server-version.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import { record } from '../../records/audit/record.ts';
import { onDrift, onRewording, type Drifted } from '../../connect/connector/drift.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { lockServer } from './find.ts';
import { quarantineVersion } from './quarantine.ts';
import { mailDrifted, mailReworded } from './announce-to-reviewers.ts';
import { toEventData } from './event-data.ts';

interface Offering {
  server: McpServer;
  version: McpServerVersion;
  /** The first of its affected tools. */
  capability: Capability;
}

// A changed tool was never reviewed in its new form, so agents do not find it until another review.
onDrift(async (tx, drifted) => {
  await eachOffering(tx, drifted, [...servingVersionStatuses], async ({ server, version, capability }) => {
    const reason = `The provider of ${capability.key} has changed its description or removed it.`;
    await quarantineVersion(tx, { server, version }, reason);
    await mailDrifted(tx, { server, version, key: capability.key });
  });
});

// A change of text alone stops nothing; reviewers are informed of it.
onRewording(async (tx, drifted) => {
  const reviewed = [...servingVersionStatuses, 'IN_REVIEW', 'APPROVED'] as const;
  await eachOffering(tx, drifted, reviewed, async ({ server, version, capability }) => {
    const { id, key, title } = capability;
    await record(tx, 'mcp_server.reworded', {
      subject: server,
      data: { ...toEventData(server, version), capability: { id, key } },
      changes: { version: version.number, capability: key, title },
    });
    await mailReworded(tx, { server, version, key });
  });
});

/**
 * Locks each server that offers one of these capabilities in a version with such a status, then the versions,
 * in a fixed order.
 */
async function eachOffering(
  tx: TransactionContext,
  { capabilityIds, connectionId }: Drifted,
  statuses: readonly McpServerVersionStatus[],
  react: (offering: Offering) => Promise<void>,
): Promise<void> {
  const offering = McpServerTool.inWorkspace(tx).whereIn('capabilityId', [...capabilityIds]);
  // A server may list its tools by the rights of the account, so one account's list says nothing about
  // another's.
  if (connectionId !== null) void offering.where({ connectionId });
  const versions = McpServerVersion.inWorkspace(tx).whereIn('status', [...statuses]);
  const found = await versions.clone().whereIn('id', offering.clone().select('versionId')).select('serverId');
  const serverIds = [...new Set(found.map(({ serverId }) => serverId))].toSorted();
  for (const serverId of serverIds) {
    const server = await lockServer(tx, serverId);
    for (const version of await versions.clone().where({ serverId }).orderBy('number').forNoKeyUpdate()) {
      const tool = await offering.clone().where({ versionId: version.id }).orderBy('id').first();
      if (!tool) continue;
      const capability = await Capability.inWorkspace(tx).findById(tool.capabilityId).throwIfNotFound();
      await react({ server, version, capability });
    }
  }
}
