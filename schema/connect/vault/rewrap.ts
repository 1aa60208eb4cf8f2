import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../../db/models/credential-version.ts';
import { Vault } from '../../../db/models/vault.ts';
import { WorkspaceKey } from '../../../db/models/workspace-key.ts';
import type { Scope } from '../../../db/models/base.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Ports } from '../../kernel/context.ts';
import { addWorkspaceKey, sealInWorkspace, unsealInWorkspace } from '../../kernel/workspace-key.ts';
import { tokenPlaceOf } from './elsewhere.ts';
import { keyPlaceOf } from './envelope.ts';

const batchSize = 200;

/** Selects rows sealed under an older workspace key: the first two bytes are the key’s version. */
const isOlder = (column: string) => `get_byte(${column}, 0) * 256 + get_byte(${column}, 1) < ?`;

type Keeper = Pick<Ports, 'sealing' | 'clock'> & Scope;

/**
 * Reseals the workspace’s data keys and vault tokens under its latest key, after adding a new key if `anew`.
 * Opens no provider’s secret. After an interruption, a call without `anew` continues. Returns the number of
 * replaced seals; null if the workspace has no key, or its keys are destroyed.
 */
export async function rewrapWorkspace(
  keeper: Keeper & { workspaceId: string },
  { anew }: { anew: boolean },
): Promise<number | null> {
  const within = async <T>(work: (tx: Keeper) => Promise<T>) =>
    await inTransaction(keeper.knex, async (knex) => await work({ ...keeper, knex }));
  if (anew) await within(async (tx) => await addWorkspaceKey(tx, keeper.workspaceId));
  const key = await WorkspaceKey.inWorkspace(keeper).orderBy('version', 'desc').first();
  if (!key?.sealedKey) return null;
  let replaced = 0;
  for (const batch of [rewrapDataKeys, rewrapTokens])
    for (let count = batchSize; count === batchSize; replaced += count)
      count = await within(async (tx) => await batch(tx, key.version));
  return replaced;
}

async function rewrapDataKeys(tx: Keeper, version: number): Promise<number> {
  const rows = await CredentialVersion.inWorkspace(tx)
    .where({ status: 'ACTIVE' })
    .whereRaw(isOlder('sealed_key'), [version])
    .orderBy('id')
    .limit(batchSize)
    .forNoKeyUpdate();
  for (const { id, referenceId, version: value, sealedKey } of rows) {
    const reference = await CredentialReference.inWorkspace(tx).findById(referenceId).throwIfNotFound();
    const place = keyPlaceOf(reference, value);
    const dataKey = await unsealInWorkspace(tx, place, sealedKey ?? Buffer.alloc(0));
    const sealedAnew = await sealInWorkspace(tx, place, dataKey);
    dataKey.fill(0);
    await CredentialVersion.change(tx.knex, id, tx.clock.now(), { sealedKey: sealedAnew });
  }
  return rows.length;
}

async function rewrapTokens(tx: Keeper, version: number): Promise<number> {
  const rows = await Vault.inWorkspace(tx)
    .where({ status: 'ACTIVE' })
    .whereRaw(isOlder('sealed_token'), [version])
    .orderBy('id')
    .limit(batchSize)
    .forNoKeyUpdate();
  for (const vault of rows) {
    const place = tokenPlaceOf(vault);
    const token = await unsealInWorkspace(tx, place, vault.sealedToken ?? Buffer.alloc(0));
    await Vault.change(tx.knex, vault.id, tx.clock.now(), {
      sealedToken: await sealInWorkspace(tx, place, token),
    });
    token.fill(0);
  }
  return rows.length;
}
