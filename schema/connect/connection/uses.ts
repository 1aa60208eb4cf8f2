import { Connection } from '../../../db/models/connection.ts';
import { connectorUses } from '../connector/uses.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { projectUses } from '../project/uses.ts';
import type { Use } from '../../kernel/uses.ts';
import { referenceUses } from '../vault/uses.ts';

projectUses.register(async (tx, projectId) => await counted(tx, { projectId }));
connectorUses.register(async (tx, connectorId) => await counted(tx, { connectorId }));
referenceUses.register(async (tx, id) => await counted(tx, { credentialReferenceId: id }));
referenceUses.register(async (tx, id) => await counted(tx, { tokenReferenceId: id }));

async function counted(
  tx: TransactionContext,
  where: Partial<
    Pick<Connection, 'projectId' | 'connectorId' | 'credentialReferenceId' | 'tokenReferenceId'>
  >,
): Promise<Use> {
  const rows = Connection.inWorkspace(tx).where(where).whereNot({ status: 'DISCONNECTED' });
  return { count: await rows.resultSize(), noun: 'connection', verb: 'disconnect' };
}
