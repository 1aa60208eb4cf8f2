import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../../db/models/credential-version.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { endOf } from './expiry.ts';
import { referenceFields } from './fields.ts';
import { findReference, lockReference } from './find.ts';
import { readRenewed } from './given.ts';
import { announceNewVersion } from './new-version.ts';
import { outlineOf } from './outline.ts';
import { maxActiveVersions, referenceMoves } from './rules.ts';
import { fingerprintOf } from './secret.ts';
import { toEventData } from './event-data.ts';
import { writeVersion } from './write-version.ts';

interface AddVersion {
  id: string;
  secret?: unknown;
  parts?: unknown;
  expiresAt?: Date | null | undefined;
}

/** Adds a new value to a reference, in use from then on. The old value stays until it is destroyed. */
export async function addCredentialVersion(ctx: Context, { id, expiresAt = null, ...given }: AddVersion) {
  const secret = readRenewed(await findReference(ctx, id), given);
  const outline = outlineOf(secret);
  return await ctx.transaction(async (tx) => {
    const { memberId: by } = memberOf(tx);
    const finish = await announceNewVersion(tx, { referenceId: id, outline, by });
    const before = await lockReference(tx, id);
    referenceMoves.next(before.status, 'rotate');
    assertGivenByHand(before);
    await assertCapacity(tx, id);
    const version = before.version + 1;
    await writeVersion(tx, before, { version, secret, by });
    const now = tx.clock.now();
    const credentialReference = await CredentialReference.change(tx.knex, id, now, {
      version,
      parts: outline,
      fingerprint: fingerprintOf(tx, before.workspaceId, secret),
      lastRotatedAt: now,
      ...endOf(expiresAt, now),
    });
    await finish();
    await record(tx, 'credential_reference.versioned', {
      subject: credentialReference,
      data: toEventData(credentialReference),
      changes: { version: [before.version, version] },
    });
    return { credentialReference };
  });
}

function assertGivenByHand({ vaultId, kind }: CredentialReference): void {
  if (kind === 'OAUTH2_TOKENS')
    throw refuse(
      'invalid_transition',
      'The connection renews these tokens itself. For other tokens, authorize the connection again.',
      { transition: { from: 'ACTIVE', action: 'rotate', allowed: [] } },
    );
  if (vaultId === null) return;
  throw refuse(
    'invalid_transition',
    'An external vault stores this secret. Change it there; the server reads it each time.',
    { transition: { from: 'ACTIVE', action: 'rotate', allowed: ['destroy'] } },
  );
}

// The reference is locked, so of two concurrent additions the second counts the first.
async function assertCapacity(tx: TransactionContext, referenceId: string): Promise<void> {
  const query = CredentialVersion.inWorkspace(tx).where({ referenceId, status: 'ACTIVE' });
  if ((await query.resultSize()) < maxActiveVersions) return;
  throw refuse(
    'limit_reached',
    `The reference has ${maxActiveVersions} versions that are not destroyed, the maximum. Destroy an old one first.`,
  );
}

builder.relayMutationField(
  'addCredentialVersion',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The credential reference.'),
      secret: t.field({ type: 'JSON', description: 'The new value, of the same kind.' }),
      parts: t.field({
        type: 'JSON',
        description:
          'Instead of a secret, for a reference with named parts: all parts, including those that connections send.',
      }),
      expiresAt: t.field({ type: 'DateTime', description: 'When the value expires at the provider.' }),
    }),
  },
  {
    description:
      'Adds a new value to a credential reference, in use from then on. The server tests connections that have a ' +
      'test. Earlier values stay sealed until they are destroyed. Needs `credential_references:write`.',
    authScopes: { can: 'credential_references:write' },
    resolve: async (_root, { input }, ctx) => await addCredentialVersion(ctx, input),
  },
  { outputFields: referenceFields },
);
