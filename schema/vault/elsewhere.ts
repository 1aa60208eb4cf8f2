import type { CredentialKind } from '../../db/models/credential-reference.ts';
import type { Vault } from '../../db/models/vault.ts';
import type { Context } from '../context.ts';
import { validationFailed } from '../errors.ts';
import { VaultFailure, type KeyValueEngine } from '../outside.ts';
import { unsealInWorkspace, type Place } from '../workspace/key.ts';
import { findVault } from './find.ts';
import { vaultMoves } from './rules.ts';
import { partsOf, readSecret, type Secret } from './secret.ts';
import { unavailable } from './unavailable.ts';

/** Where a secret lies in another vault. */
export interface Elsewhere {
  kind: CredentialKind;
  vaultId: string | null;
  externalName: string | null;
  externalFields: Record<string, string> | null;
}

/** Reads a secret in somebody else's vault, as it is there now. Throws `vault_unavailable`. */
export async function readElsewhere(
  ctx: Context,
  { kind, vaultId, externalName, externalFields }: Elsewhere,
): Promise<Secret> {
  const vault = await findVault(ctx, vaultId ?? '');
  vaultMoves.next(vault.status, 'read');
  const kept = await withFailures(async () => {
    const engine = await engineOf(ctx, vault);
    return await ctx.keyValueVaults.read(engine, externalName ?? '');
  });
  const parts = partsOf(kind).map((part) => [part, kept[externalFields?.[part] ?? part]] as const);
  try {
    return readSecret(kind, Object.fromEntries(parts));
  } catch {
    throw unavailable(
      `The secret of this name has not the parts of the kind ${kind}: ${parts.map(([part]) => part).join(', ')}.`,
    );
  }
}

/** The same where the name is being written down: what is wrong with it is the caller's to mend. */
export async function tryElsewhere(ctx: Context, where: Elsewhere): Promise<Secret> {
  try {
    return await readElsewhere(ctx, where);
  } catch (error) {
    if (!isAboutName(error)) throw error;
    throw validationFailed([
      { pointer: '/externalName', code: 'invalid', message: 'names no secret that this vault lets be read' },
    ]);
  }
}

function isAboutName(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return cause instanceof VaultFailure && cause.code === 'no_such_secret';
}

/** How another vault is spoken to, with its token open. */
export async function engineOf(ctx: Context, vault: Vault): Promise<KeyValueEngine> {
  const { id, workspaceId, address, mount, namespace, sealedToken } = vault;
  const token = await unsealInWorkspace(
    ctx,
    tokenPlaceOf({ id, workspaceId }),
    sealedToken ?? Buffer.alloc(0),
  );
  return { address, mount, namespace, token: token.toString() };
}

export function tokenPlaceOf({ id, workspaceId }: Pick<Vault, 'id' | 'workspaceId'>): Place {
  return { workspaceId, name: `vault/${id}/token` };
}

/** A vault's failure as the refusal that it is. */
export async function withFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof VaultFailure)) throw error;
    throw unavailable(error.message, error);
  }
}
