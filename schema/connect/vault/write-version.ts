import type { CredentialReference } from '../../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../../db/models/credential-version.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { sealSecret } from './envelope.ts';
import { fingerprintOf, type Secret } from './secret.ts';

interface NewVersion {
  version: number;
  secret: Secret;
  /** The member who wrote it, or in whose name the server writes it. */
  by: string;
}

/** Seals a value and inserts it as a version of the reference. */
export async function writeVersion(
  tx: TransactionContext,
  reference: Pick<CredentialReference, 'id' | 'workspaceId' | 'projectId' | 'kind'>,
  { version, secret, by }: NewVersion,
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
    createdBy: by,
    createdAt: now,
    updatedAt: now,
  });
}
