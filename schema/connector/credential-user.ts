import { Connector } from '../../db/models/connector.ts';
import { registerReferenceUser } from '../vault/users.ts';

registerReferenceUser(async (tx, credentialReferenceId) => {
  const users = await Connector.inWorkspace(tx)
    .where({ credentialReferenceId })
    .whereNot({ status: 'DELETED' })
    .resultSize();
  return users > 0 ? `${users} connectors` : null;
});
