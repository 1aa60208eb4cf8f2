import { Connection } from '../../db/models/connection.ts';
import type { TransactionContext } from '../context.ts';
import { atNewVersion } from '../vault/new-version.ts';
import { isTestable } from './check.ts';
import { moveConnection } from './move.ts';

// A connection may wait for it; and of one that serves it is to be known soon whether the new value does.
atNewVersion(async (tx, { referenceId: credentialReferenceId }) => {
  const users = await Connection.inWorkspace(tx)
    .where({ credentialReferenceId })
    .orderBy('id')
    .forNoKeyUpdate();
  const isTested = (it: Connection) => it.testCapabilityId !== null;
  const ids = users.filter((it) => isTested(it) && isTestable(it)).map(({ id }) => id);
  await Connection.query(tx.knex).findByIds(ids).patch({ nextCheckAt: tx.clock.now() });
  for (const connection of users) if (!isTested(connection)) await tryAnew(tx, connection);
});

// Where nothing tests the new value, the next calls do.
async function tryAnew(tx: TransactionContext, before: Connection): Promise<void> {
  const anew = { refusedInRow: 0, problem: null };
  if (before.problem === 'CREDENTIAL_REFUSED' && before.status === 'ACTION_REQUIRED')
    await moveConnection(tx, before, 'recover', 'connection.recovered', anew);
  else if (before.problem === 'CREDENTIAL_REFUSED')
    await Connection.change(tx.knex, before.id, tx.clock.now(), anew);
  else if (before.refusedInRow > 0)
    await Connection.query(tx.knex).findById(before.id).patch({ refusedInRow: 0 });
}
