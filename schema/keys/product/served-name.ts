import { ApiProduct } from '../../../db/models/api-product.ts';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { Context } from '../../kernel/context.ts';
import { servedStatuses } from './rules.ts';

/** Returns the name of a major version, such as `shop@v1`. */
export function servedName(slug: string, major: number): string {
  return `${slug}@v${major}`;
}

/** Returns the parts of a name such as `shop@v1`, which a format has checked. */
export function partsOfName(name: string): { slug: string; major: number } {
  const [slug = '', major = ''] = name.split('@v');
  return { slug, major: Number(major) };
}

export interface ServedMajor {
  /** Such as `shop@v1`. */
  name: string;
  product: ApiProduct;
  version: ApiProductVersion;
}

/** Returns the product and its served version for a name such as `shop@v1`; null if it serves none. */
export async function servedByName(ctx: Context, name: string): Promise<ServedMajor | null> {
  const { slug, major } = partsOfName(name);
  const product = await ApiProduct.inWorkspace(ctx).findOne({ slug });
  const version = product && (await servedVersion(ctx, product.id, major));
  return version ? { name, product, version } : null;
}

/** Returns the version of a major that is served now, or null. */
export async function servedVersion(
  ctx: Context,
  productId: string,
  major: number,
): Promise<ApiProductVersion | null> {
  const version = await ApiProductVersion.inWorkspace(ctx)
    .where({ productId, major })
    .whereIn('status', [...servedStatuses])
    .orderBy('number', 'desc')
    .first();
  return version ?? null;
}
