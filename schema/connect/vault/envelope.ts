import { randomBytes } from 'node:crypto';
import { seal, UnsealError } from '../../../db/envelope.ts';
import type { CredentialReference } from '../../../db/models/credential-reference.ts';
import type { CredentialVersion } from '../../../db/models/credential-version.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { parseSealed } from '../../kernel/sealed.ts';
import { sealInWorkspace, unsealInWorkspace, type Place } from '../../kernel/workspace-key.ts';
import { readSealed, type Secret } from './secret.ts';

/**
 * Each value is sealed under its own key, that key under the workspace’s key, and that one under the master
 * key. The first two seals are bound to reference, version, kind, project and workspace, so a copied row does
 * not open.
 */
type Owner = Pick<CredentialReference, 'id' | 'workspaceId' | 'projectId' | 'kind'>;

/** A sealed value, whose key is read only if it is not open. */
type SealedVersion = Pick<CredentialVersion, 'id' | 'version' | 'sealedSecret'> & {
  readSealedKey: () => Promise<Buffer | null>;
};

export async function sealSecret(
  tx: TransactionContext,
  owner: Owner,
  version: number,
  { kind: _kind, ...parts }: Secret,
): Promise<{ sealedKey: Buffer; sealedSecret: Buffer }> {
  const key = randomBytes(32);
  const plaintext = Buffer.from(JSON.stringify(parts));
  try {
    return {
      sealedSecret: seal(key, plaintext, nameOf(owner, version)),
      sealedKey: await sealInWorkspace(tx, keyPlaceOf(owner, version), key),
    };
  } finally {
    key.fill(0);
    plaintext.fill(0);
  }
}

/**
 * Opens a value. Throws an UnsealError if its row was changed or moved, or its value or workspace destroyed.
 */
export async function unsealSecret(
  ctx: Context,
  owner: Owner,
  { id, version, sealedSecret, readSealedKey }: SealedVersion,
): Promise<Secret> {
  if (!sealedSecret) throw destroyed(id);
  const load = async () => {
    const sealedKey = await readSealedKey();
    if (!sealedKey) throw destroyed(id);
    return await unsealInWorkspace(ctx, keyPlaceOf(owner, version), sealedKey);
  };
  const plaintext = await ctx.dataKeys.using(id, load, (key) =>
    key.unseal(sealedSecret, nameOf(owner, version)),
  );
  try {
    return readSealed(owner.kind, parseSealed(plaintext));
  } finally {
    plaintext.fill(0);
  }
}

function destroyed(id: string): UnsealError {
  return new UnsealError(`The version ${id} was destroyed.`);
}

function nameOf({ id, workspaceId, projectId, kind }: Owner, version: number): string {
  return `${workspaceId}/credential_reference/${projectId}/${id}/${version}/${kind}`;
}

export function keyPlaceOf(owner: Owner, version: number): Place {
  return { workspaceId: owner.workspaceId, name: `${nameOf(owner, version)}/key` };
}
