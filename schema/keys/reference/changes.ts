import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { ApiProduct } from '../../../db/models/api-product.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import { keysOf } from '../../values/pointer.ts';
import { withoutAdvice, type Change } from '../product-difference/changes.ts';
import { differenceOf } from '../product-difference/difference.ts';
import { operationsOf } from '../product/operations.ts';
import { takePlaces } from '../product/places.ts';
import { unused, useByOperation, type OperationUse } from './use.ts';

/** The names of two versions, such as `shop@v1.2` and `shop@v1.3`. */
export interface Compared {
  from: string;
  to: string;
}

/** A change, and how often the workspace’s own keys called the operation. */
export type FeltChange = Change & { operationId: string | null; calls: number | null };

/**
 * Compares two published versions of a product. Throws `not_found`, `validation_failed` for versions of different
 * products, and `rate_limited` while the server compares too many.
 */
export async function referenceChanges(ctx: Context, { from, to }: Compared): Promise<FeltChange[]> {
  const [before, after] = [await versionNamed(ctx, from), await versionNamed(ctx, to)];
  if (before.productId !== after.productId)
    throw validationFailed([
      { pointer: '/to', code: 'other_product', message: 'must name a version of the same product' },
    ]);
  using _ = takePlaces(ctx);
  const changes = differenceOf(await operationsOf(ctx, before), await operationsOf(ctx, after));
  const use = await useByOperation(ctx, before);
  return changes.map((change) => feltBy(use, change));
}

function feltBy(use: ReadonlyMap<string, OperationUse> | null, change: Change): FeltChange {
  // Of `/operations/{id}/…`; a change of the whole has no operation.
  const [, operationId = null] = keysOf(change.pointer);
  const { calls = null } = use && operationId !== null ? (use.get(operationId) ?? unused) : {};
  return { ...change, message: withoutAdvice(change), operationId, calls };
}

const parts = /^(?<slug>.+)@v(?<major>\d+)\.(?<number>\d+)$/;

async function versionNamed(ctx: Context, name: string): Promise<ApiProductVersion> {
  const { slug = '', major, number } = parts.exec(name)?.groups ?? {};
  const product = await ApiProduct.inWorkspace(ctx).findOne({ slug });
  const version =
    product &&
    (await ApiProductVersion.inWorkspace(ctx)
      .findOne({ productId: product.id, major: Number(major), number: Number(number) })
      .whereNotIn('status', ['DRAFT', 'DISCARDED']));
  if (version) return version;
  throw refuse(
    'not_found',
    `The workspace has no published version ${name}. The changelog shows the versions.`,
  );
}
