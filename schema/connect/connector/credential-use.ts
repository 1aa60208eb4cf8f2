import { Connector } from '../../../db/models/connector.ts';
import { referenceUses } from '../vault/uses.ts';

referenceUses.register(async (tx, credentialReferenceId) => {
  const rows = Connector.inWorkspace(tx).where({ credentialReferenceId }).whereNot({ status: 'DELETED' });
  return { count: await rows.resultSize(), noun: 'connector', verb: 'delete' };
});
