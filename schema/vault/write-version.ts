import type { CredentialReference } from '../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../db/models/credential-version.ts';
import { memberOf, type TransactionContext } from '../context.ts';
import { newId } from '../id.ts';
import { sealSecret } from './envelope.ts';
import { fingerprintOf, type Secret } from './secret.ts';

/** Seals a value as the version of a reference. */
export async function writeVersion(
  tx: TransactionContext,
  reference: Pick<CredentialReference, 'id' | 'workspaceId' | 'projectId' | 'kind'>,
  version: number,
  secret: Secret,
): Promise<void> {
  const now = tx.clock.now();
  await CredentialVersion.query(tx.knex).insert({
    id: newId('credentialVersion'),
    workspaceId: reference.workspaceId,
    referenceId: reference.id,
    version,
    status: 'ACTIVE',
    fingerprint: fingerprintOf(tx, reference.workspaceId, secret),
    ...(await sealSecret(tx, reference, version, secret)),
    createdBy: memberOf(tx).memberId,
    createdAt: now,
    updatedAt: now,
  });
}
