import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../../db/models/credential-version.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { destroyVersions } from './destroy-versions.ts';
import { lockReference } from './find.ts';
import { referenceMoves } from './rules.ts';
import { fingerprintOf, type Secret } from './secret.ts';
import { toEventData } from './event-data.ts';
import { writeVersion } from './write-version.ts';

type Tokens = Omit<Extract<Secret, { kind: 'OAUTH2_TOKENS' }>, 'kind'>;

interface Holder {
  workspaceId: string;
  projectId: string;
  provider: string;
  /** The origin that receives the access token. */
  origin: string;
  /** The member in whose name the tokens are stored. */
  memberId: string;
}

/** Stores the tokens of an authorization server, and returns their reference. */
export async function storeTokens(tx: TransactionContext, holder: Holder, tokens: Tokens) {
  const { workspaceId, projectId, provider, origin, memberId } = holder;
  const secret: Secret = { kind: 'OAUTH2_TOKENS', ...tokens };
  const now = tx.clock.now();
  const reference = await CredentialReference.query(tx.knex)
    .insert({
      id: newId('credentialReference'),
      workspaceId,
      projectId,
      provider,
      kind: secret.kind,
      boundTo: origin,
      status: 'ACTIVE',
      version: 1,
      fingerprint: fingerprintOf(tx, workspaceId, secret),
      lastRotatedAt: now,
      createdBy: memberId,
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
  await writeVersion(tx, reference, { version: 1, secret, by: memberId });
  await record(tx, 'credential_reference.created', { subject: reference, data: toEventData(reference) });
  return reference;
}

/** How many of the latest versions keep a row. All but the last two are destroyed. */
const retainedVersions = 10;

/**
 * Adds new tokens to a reference. The previous tokens stay for calls in progress; older ones are destroyed.
 */
export async function renewTokens(
  tx: TransactionContext,
  id: string,
  { memberId, ...tokens }: Tokens & { memberId: string },
): Promise<void> {
  const before = await lockReference(tx, id);
  referenceMoves.next(before.status, 'rotate');
  const version = before.version + 1;
  const secret: Secret = { kind: 'OAUTH2_TOKENS', ...tokens };
  await writeVersion(tx, before, { version, secret, by: memberId });
  const versions = () => CredentialVersion.inWorkspace(tx).where({ referenceId: id });
  await destroyVersions(
    tx,
    versions()
      .where({ status: 'ACTIVE' })
      .where('version', '<', version - 1),
  );
  await versions()
    .delete()
    .where('version', '<=', version - retainedVersions);
  const now = tx.clock.now();
  const reference = await CredentialReference.change(tx.knex, id, now, {
    version,
    fingerprint: fingerprintOf(tx, before.workspaceId, secret),
    lastRotatedAt: now,
  });
  await record(tx, 'credential_reference.versioned', {
    subject: reference,
    data: toEventData(reference),
    changes: { version: [before.version, version] },
  });
}
