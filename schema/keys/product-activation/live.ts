import { ProductActivation } from '../../../db/models/product-activation.ts';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { activationMoves } from './rules.ts';

type Major = Pick<ApiProductVersion, 'productId' | 'major'>;

/** Locks the active activation of a major until the end of the transaction; null if none is active. */
export async function lockActive(tx: TransactionContext, of: Major): Promise<ProductActivation | null> {
  const { productId, major } = of;
  const active = { productId, major, status: 'ACTIVE' } as const;
  return (await ProductActivation.inWorkspace(tx).findOne(active).forNoKeyUpdate()) ?? null;
}

/** Returns the version of an activation. */
export async function versionOf(ctx: Context, { versionId }: ProductActivation): Promise<ApiProductVersion> {
  return await ApiProductVersion.inWorkspace(ctx).findById(versionId).throwIfNotFound();
}

/** Ends an activation. From the commit on, live keys no longer reach its version. */
export async function endActivation(
  tx: TransactionContext,
  { id, status: before }: ProductActivation,
): Promise<ProductActivation> {
  const now = tx.clock.now();
  const status = activationMoves.next(before, 'end');
  return await ProductActivation.change(tx.knex, id, now, { status, endedAt: now });
}
