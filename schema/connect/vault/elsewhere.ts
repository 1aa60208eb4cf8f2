import { isDeepStrictEqual } from 'node:util';
import type { CredentialKind, CredentialPartForm } from '../../../db/models/credential-reference.ts';
import { Vault } from '../../../db/models/vault.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';
import type { Context } from '../../kernel/context.ts';
import { validationFailed, type Refusal } from '../../values/errors.ts';
import { VaultFailure, type KeyValueEngine } from '../../kernel/ports/key-value-vaults.ts';
import { unsealInWorkspace, type Place } from '../../kernel/workspace-key.ts';
import { findVault } from './find.ts';
import { vaultMoves } from './rules.ts';
import { outlineOf, partNamesOf } from './outline.ts';
import { partsOf, readParts, readSecret, type Secret } from './secret.ts';
import { unavailable } from './unavailable.ts';

/** The location of a secret in an external vault. */
export interface Elsewhere {
  kind: CredentialKind;
  vaultId: string | null;
  externalName: string | null;
  externalFields: Record<string, string> | null;
}

/** Reads an external secret. Throws `vault_unavailable`, also if its parts differ from the reference’s. */
export async function readElsewhere(
  ctx: Context,
  where: Elsewhere & { parts: Record<string, CredentialPartForm> | null },
): Promise<Secret> {
  const names = partNamesOf(where);
  const secret = await read(ctx, where, names);
  if (names === null || isDeepStrictEqual(outlineOf(secret), where.parts)) return secret;
  throw otherParts(names);
}

async function read(ctx: Context, where: Elsewhere, names: string[] | null): Promise<Secret> {
  const { kind, vaultId, externalName, externalFields } = where;
  const vault = await findVault(ctx, vaultId ?? '');
  vaultMoves.next(vault.status, 'read');
  const kept = await withFailures(async () => {
    const engine = await engineOf(ctx, vault);
    return await ctx.keyValueVaults.read(engine, externalName ?? '');
  });
  const parts = (names ?? partsOf(kind)).map((part) => [part, kept[externalFields?.[part] ?? part]] as const);
  // A missing part is an error, even an optional client secret: a public client needs no vault.
  if (parts.some(([, value]) => value === undefined))
    throw otherParts(names ?? partsOf(kind), names ? '' : ` of the kind ${kind}`);
  const given = Object.fromEntries(parts);
  try {
    return names ? readParts(given) : readSecret(kind, given);
  } catch {
    throw names ? otherParts(names) : otherParts(partsOf(kind), ` of the kind ${kind}`);
  }
}

function otherParts(names: readonly string[], whose = ''): Refusal {
  return unavailable(`The secret of this name lacks these parts${whose}: ${names.join(', ')}.`);
}

/** Like `readElsewhere`, for a new reference. Throws `validation_failed` if the vault has no such secret. */
export async function tryElsewhere(ctx: Context, where: Elsewhere): Promise<Secret> {
  try {
    return await read(ctx, where, namedIn(where));
  } catch (error) {
    if (!isAboutName(error)) throw error;
    throw validationFailed([
      { pointer: '/externalName', code: 'invalid', message: 'is not a secret that this vault lets us read' },
    ]);
  }
}

/**
 * Returns the part names of a new CUSTOM reference: the keys of `externalFields`, unless they map `headers`.
 */
function namedIn({ kind, externalFields }: Elsewhere): string[] | null {
  const names = Object.keys(externalFields ?? {});
  return kind === 'CUSTOM' && names.length > 0 && !names.includes('headers') ? names : null;
}

function isAboutName(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return cause instanceof VaultFailure && cause.code === 'no_such_secret';
}

/** Returns the address of an external vault with its opened token. */
export async function engineOf(ctx: Context, vault: Vault): Promise<KeyValueEngine> {
  // The row determines where the token is sent, so its MAC must be valid.
  rowMacsOf(ctx.knex).assertSound(Vault, vault);
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

/** Runs the work, and converts a VaultFailure to the refusal `vault_unavailable`. */
export async function withFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof VaultFailure)) throw error;
    throw unavailable(error.message, error);
  }
}
