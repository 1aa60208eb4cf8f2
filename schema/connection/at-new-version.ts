import { Connection } from '../../db/models/connection.ts';
import { atNewVersion } from '../vault/new-version.ts';
import { isTestable } from './check.ts';

// A connection may wait for it; and of one that serves it is to be known soon whether the new value does.
atNewVersion(async (tx, { referenceId: credentialReferenceId }) => {
  const users = await Connection.inWorkspace(tx)
    .where({ credentialReferenceId })
    .whereNotNull('testCapabilityId')
    .orderBy('id')
    .forNoKeyUpdate();
  const ids = users.filter(isTestable).map(({ id }) => id);
  await Connection.query(tx.knex).findByIds(ids).patch({ nextCheckAt: tx.clock.now() });
});
