import { UnsealError } from '../../../db/envelope.ts';
import type { Target } from '../../../db/models/audit.ts';
import type { CredentialReference } from '../../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../../db/models/credential-version.ts';
import { actorOf, originOf } from '../../records/audit/record.ts';
import type { Context } from '../../kernel/context.ts';
import { snapshotOf } from '../../kernel/snapshot-of.ts';
import { notFound } from '../../values/errors.ts';
import { readElsewhere } from './elsewhere.ts';
import { unsealSecret } from './envelope.ts';
import { noteAnother } from './note-another.ts';
import { referenceMoves } from './rules.ts';
import type { Secret } from './secret.ts';
import { nameOfVersion, referenceSnapshots, versionSnapshots } from './snapshots.ts';
import { unavailable } from './unavailable.ts';

/**
 * Opens a provider’s secret for one call, outside any transaction. First commits to the audit log who opens
 * it and for what purpose. Throws `vault_unavailable`; the server never falls back to a weaker store.
 */
export async function openSecret(ctx: Context, referenceId: string, purpose: string): Promise<Secret> {
  const reference = await snapshotOf(ctx, referenceSnapshots, referenceId);
  if (!reference) throw notFound(ctx, 'credential reference');
  referenceMoves.next(reference.status, 'open');
  const target = { type: 'credential_reference', id: referenceId };
  await noteOpening(ctx, target, { version: reference.version, purpose });
  if (!reference.vaultId) return await openHere(ctx, reference);
  const secret = await readElsewhere(ctx, reference);
  await noteAnother(ctx, reference, secret);
  return secret;
}

async function openHere(ctx: Context, reference: CredentialReference): Promise<Secret> {
  const { id: referenceId, version } = reference;
  const row = await snapshotOf(ctx, versionSnapshots, nameOfVersion(reference));
  try {
    if (!row) throw new UnsealError(`The version ${version} of ${referenceId} is missing.`);
    const readSealedKey = async () => await readKeyOf(ctx, row);
    return await unsealSecret(ctx, reference, { ...row, version, readSealedKey });
  } catch (cause) {
    if (!(cause instanceof UnsealError)) throw cause;
    ctx.log.error({ event: 'vault.unreadable', referenceId, version, error: cause });
    throw unavailable('The vault cannot open this value. Inform the operator of Sallyport.', cause);
  }
}

async function readKeyOf(ctx: Context, { id }: Pick<CredentialVersion, 'id'>): Promise<Buffer | null> {
  const row = await CredentialVersion.inWorkspace(ctx).findById(id).select('sealedKey');
  return row?.sealedKey ?? null;
}

/** Commits to the audit log that a sealed value is about to be opened. */
export async function noteOpening(
  ctx: Context,
  target: Target,
  changes: Record<string, unknown>,
): Promise<void> {
  const { workspaceId } = ctx;
  if (!workspaceId) throw new Error('A secret was opened outside any workspace.');
  await ctx.openings.note({
    workspaceId,
    target,
    actor: actorOf(ctx),
    origin: originOf(ctx),
    at: ctx.clock.now(),
    changes,
  });
}
