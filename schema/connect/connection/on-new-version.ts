import { Connection, endedConnectionStatuses } from '../../../db/models/connection.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { onNewVersion } from '../vault/new-version.ts';
import { isTestable } from './check.ts';
import { moveConnection } from './move.ts';
import { prepareAnnouncement, identifiesAccount, withNewSecret } from './new-secret.ts';

// A connection may wait for the new value. A serving one is tested soon, to check the value and its account.
onNewVersion(async (tx, { referenceId: credentialReferenceId, by }) => {
  const users = await Connection.inWorkspace(tx)
    .where({ credentialReferenceId })
    .whereNotIn('status', [...endedConnectionStatuses])
    .orderBy('id')
    .forNoKeyUpdate();
  const changes: (() => Promise<void>)[] = [];
  for (const user of users) changes.push(await prepared(tx, user, by));
  return async () => {
    for (const change of changes) await change();
  };
});

async function prepared(
  tx: TransactionContext,
  user: Connection,
  by: string | null,
): Promise<() => Promise<void>> {
  const now = tx.clock.now();
  const check = user.testCapabilityId !== null && isTestable(user) ? { nextCheckAt: now } : {};
  // A person’s grant is for the same account, whatever the client’s secret. The row version stays.
  if (user.method === 'OAUTH2_AUTHORIZATION_CODE')
    return async () => {
      await Connection.query(tx.knex).findById(user.id).patch(check);
      await tryAnew(tx, user);
    };
  const tell = identifiesAccount(user) ? null : await prepareAnnouncement(tx, user);
  return async () => {
    const patch = { ...withNewSecret(user, by, now), ...check };
    const changed = await Connection.change(tx.knex, user.id, now, patch);
    await tryAnew(tx, changed);
    await tell?.(changed);
  };
}

// A connection without a test serves again with a new secret: its next calls show whether the provider accepts it.
async function tryAnew(tx: TransactionContext, connection: Connection): Promise<void> {
  if (connection.testCapabilityId !== null) return;
  const anew = { refusedInRow: 0, problem: null };
  if (connection.problem === 'CREDENTIAL_REFUSED' && connection.status === 'ACTION_REQUIRED')
    await moveConnection(tx, connection, 'recover', 'connection.recovered', anew);
  else if (connection.problem === 'CREDENTIAL_REFUSED')
    await Connection.change(tx.knex, connection.id, tx.clock.now(), anew);
  else if (connection.refusedInRow > 0)
    await Connection.query(tx.knex).findById(connection.id).patch({ refusedInRow: 0 });
}
