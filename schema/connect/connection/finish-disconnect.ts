import type { Connection, Revocation } from '../../../db/models/connection.ts';
import type { CredentialReference } from '../../../db/models/credential-reference.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { destroyReference } from '../vault/destroy-reference.ts';
import { lockReference } from '../vault/find.ts';
import { referenceUses } from '../vault/uses.ts';
import { moveConnection } from './move.ts';

/**
 * Ends a locked connection, whatever its provider said to that. Its tokens are destroyed, and a secret that somebody wrote
 * where whoever disconnects may do that, and nothing else uses it. The references are locked by `lockSecrets` before.
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

/** The references of a locked connection, locked before anything is told: who tells holds the head of the log. */
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
