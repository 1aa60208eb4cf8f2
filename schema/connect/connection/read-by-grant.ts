import type { Connection } from '../../../db/models/connection.ts';
import { Connector } from '../../../db/models/connector.ts';
import { reimport } from '../connector/reimport.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/**
 * Prepares an import of the connector’s tools by a new grant, in case earlier imports failed. It locks the connector, so call it
 * before the connection is locked. The returned function requests the import; call it after the tokens are written.
 */
export async function prepareReading(
  tx: TransactionContext,
  { connectorId }: Pick<Connection, 'connectorId'>,
): Promise<() => Promise<void>> {
  const connector = await Connector.inWorkspace(tx)
    .findOne({ id: connectorId, source: 'MCP' })
    .forNoKeyUpdate();
  return async () => {
    if (connector && (connector.importedAt === null || connector.failedImports > 0))
      await reimport(tx, connector);
  };
}
