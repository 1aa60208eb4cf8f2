import { Connector } from '../../../db/models/connector.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { requestImport } from './request-import.ts';
import { connectorMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

/**
 * Requests another import of a locked connector without a member’s command. Does nothing if the connector is
 * being imported, is deleted, or was uploaded.
 */
export async function reimport(tx: TransactionContext, before: Connector): Promise<void> {
  const { id, sourceUrl: url, readyMade } = before;
  if (before.status === 'IMPORTING' || before.status === 'DELETED' || !(url ?? readyMade)) return;
  const status = connectorMoves.next(before.status, 'import');
  const latestImport = newId('connectorImport');
  const inNameOf = { workspaceId: before.workspaceId, memberId: before.createdBy };
  const requested = await requestImport(tx, latestImport, id, { url, readyMade }, inNameOf);
  const connector = await Connector.change(tx.knex, id, tx.clock.now(), { status, latestImport });
  await record(tx, 'connector.import_requested', {
    subject: connector,
    data: toEventData(connector, requested),
  });
}
