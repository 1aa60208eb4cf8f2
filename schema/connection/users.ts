import { Connection } from '../../db/models/connection.ts';
import { registerConnectorUser } from '../connector/users.ts';
import type { TransactionContext } from '../context.ts';
import { registerProjectUser } from '../project/users.ts';
import { registerReferenceUser } from '../vault/users.ts';

registerProjectUser(async (tx, projectId) => await counted(tx, { projectId }));
registerConnectorUser(async (tx, connectorId) => await counted(tx, { connectorId }));
registerReferenceUser(
  async (tx, referenceId) =>
    (await counted(tx, { credentialReferenceId: referenceId })) ??
    (await counted(tx, { tokenReferenceId: referenceId })),
);

async function counted(
  tx: TransactionContext,
  where: Partial<
    Pick<Connection, 'projectId' | 'connectorId' | 'credentialReferenceId' | 'tokenReferenceId'>
  >,
): Promise<string | null> {
  const users = await Connection.inWorkspace(tx)
    .where(where)
    .whereNot({ status: 'DISCONNECTED' })
    .resultSize();
  return users > 0 ? `${users} connections` : null;
}
