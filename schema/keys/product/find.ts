import { ApiProduct } from '../../../db/models/api-product.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { atVersion } from '../../kernel/row-version.ts';
import { notFound } from '../../values/errors.ts';

/** Throws `not_found`. */
export async function findProduct(ctx: Context, id: string): Promise<ApiProduct> {
  const product = await ApiProduct.inWorkspace(ctx).findById(id);
  if (!product) throw notFound(ctx, 'API product');
  return product;
}

/** Locks the product until the end of the transaction. Throws `not_found` or `version_conflict`. */
export async function lockProduct(tx: TransactionContext, id: string): Promise<ApiProduct> {
  const product = await ApiProduct.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!product) throw notFound(tx, 'API product');
  return atVersion(tx, product);
}
