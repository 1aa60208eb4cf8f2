import { Connector } from '../../../db/models/connector.ts';
import { servingVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import { reimport } from '../../connect/connector/reimport.ts';
import type { Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { importHours } from './rules.ts';

const job = 'schedule-imports';
const batchSize = 100;

/**
 * Starts an import of each description that a served tool depends on, at least daily. Retries a failed import
 * after one hour, then two, with growing delays up to daily.
 */
export async function scheduleImports(ports: Ports): Promise<void> {
  const due = await dueNow(ports).orderBy('importedAt').limit(batchSize).select('id', 'workspaceId');
  await forEachIsolated(ports, job, due, async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      // Another process or a member may have started an import meanwhile.
      const connector = await dueNow(ports, tx.knex).findOne({ id, workspaceId }).forNoKeyUpdate();
      if (connector) await reimport(tx, connector);
      return {};
    });
  });
}

function dueNow({ database, clock }: Ports, knex = database.knex) {
  const serving = knex('capability')
    .join('mcpServerTool as tool', 'tool.capabilityId', 'capability.id')
    .join('mcpServerVersion as version', 'version.id', 'tool.versionId')
    .whereIn('version.status', [...servingVersionStatuses])
    .whereRaw('capability.connector_id = connector.id');
  return Connector.inActiveWorkspaces(knex)
    .whereIn('status', ['READY', 'FAILED'])
    .where((any) => void any.whereNotNull('sourceUrl').orWhereNotNull('readyMade'))
    .whereExists(serving)
    .whereRaw(
      `case failed_imports
         when 0 then imported_at + ? * interval '1 hour'
         else failed_at + least(?, power(2, least(failed_imports - 1, 5))) * interval '1 hour'
       end <= ?`,
      [importHours, importHours, clock.now()],
    );
}
