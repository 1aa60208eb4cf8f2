import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { atVersion } from '../../kernel/row-version.ts';
import { notFound } from '../../values/errors.ts';
import { lockProduct } from './find.ts';
import { productMoves } from './rules.ts';

/** Identifies a version. If a product is given, a version of another product is not found. */
export interface VersionAddress {
  id: string;
  productId?: string | null | undefined;
}

/** Throws `not_found`. */
export async function findVersion(ctx: Context, address: VersionAddress): Promise<ApiProductVersion> {
  return found(ctx, address, await ApiProductVersion.inWorkspace(ctx).findById(address.id));
}

/** Locks the version until the end of the transaction. Throws `not_found` or `version_conflict`. */
async function lockVersion(tx: TransactionContext, address: VersionAddress): Promise<ApiProductVersion> {
  const version = await ApiProductVersion.inWorkspace(tx).findById(address.id).forNoKeyUpdate();
  return atVersion(tx, found(tx, address, version));
}

/**
 * Locks the product and then the version, so that no other version of it changes until the end. Throws
 * `not_found`, `version_conflict`, or `invalid_transition` if the product is retired.
 */
export async function lockOfProduct(
  tx: TransactionContext,
  address: VersionAddress,
): Promise<ApiProductVersion> {
  const { productId } = await findVersion(tx, address);
  const product = await lockProduct(tx, productId);
  productMoves.next(product.status, 'change versions');
  return await lockVersion(tx, address);
}

function found(
  ctx: Context,
  { productId }: VersionAddress,
  version: ApiProductVersion | undefined,
): ApiProductVersion {
  if (!version || (productId && version.productId !== productId)) throw notFound(ctx, 'API product version');
  return version;
}
