import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../../db/models/credential-version.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { destroyVersions } from './destroy-versions.ts';
import { referenceMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

/** Destroys every value of a locked reference permanently. */
export async function destroyReference(
  tx: TransactionContext,
  before: CredentialReference,
): Promise<CredentialReference> {
  const { id } = before;
  const status = referenceMoves.next(before.status, 'destroy');
  const now = tx.clock.now();
  await destroyVersions(tx, CredentialVersion.inWorkspace(tx).where({ referenceId: id, status: 'ACTIVE' }));
  const reference = await CredentialReference.change(tx.knex, id, now, {
    status,
    destroyedAt: now,
    noticeAt: null,
  });
  await record(tx, 'credential_reference.destroyed', {
    subject: reference,
    data: toEventData(reference),
    changes: { status: [before.status, status] },
  });
  return reference;
}
