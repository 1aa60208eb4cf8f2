import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { record } from '../../records/audit/record.ts';
import type { Context } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { lockReference } from './find.ts';
import { announceNewVersion } from './new-version.ts';
import { fingerprintOf, type Secret } from './secret.ts';
import { toEventData } from './event-data.ts';

const job = 'note-another-secret';
/** The change has already happened, so it is recorded even if the workspace is being deleted. */
const happened = { isAnyState: true };

/** Records that an external vault has a new secret, before a request sends it. */
export async function noteAnother(
  ctx: Context,
  { id, workspaceId, fingerprint: known }: CredentialReference,
  secret: Secret,
): Promise<void> {
  const fingerprint = fingerprintOf(ctx, workspaceId, secret);
  if (fingerprint === known) return;
  await createSystemContext(ctx, job, workspaceId, happened).transaction(async (tx) => {
    const { parts: outline } = await CredentialReference.inWorkspace(tx).findById(id).throwIfNotFound();
    const finish = await announceNewVersion(tx, { referenceId: id, outline, by: null });
    const before = await lockReference(tx, id);
    if (before.fingerprint === fingerprint || before.status !== 'ACTIVE') return {};
    const now = tx.clock.now();
    const reference = await CredentialReference.change(tx.knex, id, now, { fingerprint, lastRotatedAt: now });
    await finish();
    await record(tx, 'credential_reference.versioned', {
      subject: reference,
      data: toEventData(reference),
      changes: { fingerprint: [before.fingerprint, fingerprint] },
    });
    return {};
  });
}
