import { Capability } from '../../../db/models/capability.ts';
import { ConnectorImport } from '../../../db/models/connector-import.ts';
import { Connector } from '../../../db/models/connector.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports } from '../../kernel/context.ts';
import { endImport } from './end-import.ts';
import { lockConnector } from './find.ts';
import { connectorMoves } from './rules.ts';
import { inImport, lockRun } from './take-import.ts';
import { toEventData } from './event-data.ts';

/** Ends an import of an unmodified document with the findings of the last successful import. */
export async function keepUnmodified(
  ports: Ports,
  { id, attempts, workspaceId, connectorId }: ConnectorImport,
): Promise<void> {
  await inImport(ports, workspaceId, async (tx) => {
    const before = await lockConnector(tx, connectorId);
    const run = await lockRun(tx, { id, attempts } as ConnectorImport);
    const last = ConnectorImport.inWorkspace(tx).where({ connectorId, status: 'SUCCEEDED' });
    const {
      operations = 0,
      findingCount = 0,
      findings = [],
    } = (await last.orderBy('id', 'desc').first()) ?? {};
    const unchanged = await Capability.inWorkspace(tx).where({ connectorId, removedAt: null }).resultSize();
    const status = connectorMoves.next(before.status, 'finish');
    const connector = await Connector.change(tx.knex, connectorId, tx.clock.now(), {
      status,
      ...readAt(tx.clock.now()),
    });
    const ended = await endImport(tx, run, 'succeed', { unchanged, operations, findingCount, findings });
    await record(tx, 'connector.imported', { subject: connector, data: toEventData(connector, ended) });
    return {};
  });
}

/** Returns the columns of a connector to write after a complete import. */
export function readAt(importedAt: Date) {
  return { importedAt, failedImports: 0, failedAt: null };
}
