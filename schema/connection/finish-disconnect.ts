import type { Connection, Revocation } from '../../db/models/connection.ts';
import type { TransactionContext } from '../context.ts';
import { destroyReference } from '../vault/destroy-reference.ts';
import { lockReference } from '../vault/find.ts';
import { userOf } from '../vault/users.ts';
import { moveConnection } from './move.ts';

/** Ends a locked connection, whatever its provider said to that, and destroys what only it used. */
export async function finishDisconnect(
  tx: TransactionContext,
  before: Connection,
  revocation: Exclude<Revocation, 'PENDING'>,
): Promise<Connection> {
  const connection = await moveConnection(tx, before, 'end', 'connection.disconnected', {
    revocation,
    revokeDueAt: null,
    revokeUntil: null,
    refreshLeaseUntil: null,
    disconnectedAt: tx.clock.now(),
  });
  for (const id of [before.tokenReferenceId, before.credentialReferenceId])
    if (id !== null) await destroyUnused(tx, id);
  return connection;
}

async function destroyUnused(tx: TransactionContext, id: string): Promise<void> {
  const reference = await lockReference(tx, id);
  if (reference.status === 'ACTIVE' && (await userOf(tx, id)) === null) await destroyReference(tx, reference);
}
