import type { Connection, Revocation } from '../../../db/models/connection.ts';
import type { CredentialReference } from '../../../db/models/credential-reference.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { destroyReference } from '../vault/destroy-reference.ts';
import { lockReference } from '../vault/find.ts';
import { referenceUses } from '../vault/uses.ts';
import { moveConnection } from './move.ts';

/**
 * Ends a locked connection, whatever its provider answered. Destroys its tokens, and its secret if the
 * disconnecting member may do that, unless something else uses them. Call `lockSecrets` first.
 */
export async function finishDisconnect(
  tx: TransactionContext,
  before: Connection,
  secrets: readonly CredentialReference[],
  revocation: Exclude<Revocation, 'PENDING'>,
): Promise<Connection> {
  const connection = await moveConnection(tx, before, 'end', 'connection.disconnected', {
    revocation,
    revokeDueAt: null,
    revokeUntil: null,
    refreshLeaseUntil: null,
    disconnectedAt: tx.clock.now(),
  });
  for (const secret of secrets) if (await isDestroyed(tx, before, secret)) await destroyReference(tx, secret);
  return connection;
}

/** Locks the references of a locked connection before any event, since events lock the chain’s head. */
export async function lockSecrets(
  tx: TransactionContext,
  { tokenReferenceId, credentialReferenceId }: Connection,
): Promise<CredentialReference[]> {
  const secrets: CredentialReference[] = [];
  for (const id of [tokenReferenceId, credentialReferenceId])
    if (id !== null) secrets.push(await lockReference(tx, id));
  return secrets;
}

async function isDestroyed(
  tx: TransactionContext,
  { destroysCredential }: Connection,
  { id, kind, status }: CredentialReference,
): Promise<boolean> {
  if (status !== 'ACTIVE' || (kind !== 'OAUTH2_TOKENS' && !destroysCredential)) return false;
  return !(await referenceUses.isUsed(tx, id));
}
