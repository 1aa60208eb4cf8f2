import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { Vault } from '../../../db/models/vault.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** Locks the reference until the end of the transaction. Throws `not_found` or `version_conflict`. */
export async function lockReference(tx: TransactionContext, id: string): Promise<CredentialReference> {
  const reference = await CredentialReference.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!reference) throw notFound(tx, 'credential reference');
  return atVersion(tx, reference);
}

export async function findReference(ctx: Context, id: string): Promise<CredentialReference> {
  const reference = await CredentialReference.inWorkspace(ctx).findById(id);
  if (!reference) throw notFound(ctx, 'credential reference');
  return reference;
}

/** Locks the vault until the end of the transaction. Throws `not_found` or `version_conflict`. */
export async function lockVault(tx: TransactionContext, id: string): Promise<Vault> {
  const vault = await Vault.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!vault) throw notFound(tx, 'vault');
  return atVersion(tx, vault);
}

export async function findVault(ctx: Context, id: string): Promise<Vault> {
  const vault = await Vault.inWorkspace(ctx).findById(id);
  if (!vault) throw notFound(ctx, 'vault');
  return vault;
}
