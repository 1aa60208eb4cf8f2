import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { ApiProduct } from '../../../db/models/api-product.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { servedStatuses } from '../product/rules.ts';
import { servedByName, servedName, type ServedMajor } from '../product/served-name.ts';
import { listedColumns } from '../product/version-type.ts';

/** Returns every major with a served version, by the name of its product. */
export async function servedMajors(ctx: Context): Promise<ServedMajor[]> {
  const products = await ApiProduct.inWorkspace(ctx).where({ status: 'ACTIVE' }).orderBy('slug');
  const versions = await ApiProductVersion.inWorkspace(ctx)
    .whereIn('status', [...servedStatuses])
    .select(...listedColumns)
    .orderBy(['major', { column: 'number', order: 'desc' }]);
  const byProduct = Map.groupBy(versions, ({ productId }) => productId);
  return products.flatMap((product) => {
    const newest = Map.groupBy(byProduct.get(product.id) ?? [], ({ major }) => major);
    return [...newest].flatMap(([major, [version]]) =>
      version ? [{ name: servedName(product.slug, major), product, version }] : [],
    );
  });
}

/** Returns the major with this name. Throws `not_found` if no version of it is served. */
export async function servedMajor(ctx: Context, name: string): Promise<ServedMajor> {
  const served = await servedByName(ctx, name);
  if (served) return served;
  throw refuse(
    'not_found',
    `The workspace serves no version ${name}. The list of API products shows the slugs and versions.`,
  );
}
