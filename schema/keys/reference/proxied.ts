import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { ProductActivation } from '../../../db/models/product-activation.ts';
import type { Context } from '../../kernel/context.ts';

type Major = Pick<ApiProductVersion, 'productId' | 'major'>;

/** Whether the server passes live calls of a major on to an upstream now. */
export async function isProxied(ctx: Context, { productId, major }: Major): Promise<boolean> {
  const withUpstream = ApiProductVersion.inWorkspace(ctx).whereNotNull('upstreamUrl').select('id');
  const activation = await ProductActivation.inWorkspace(ctx)
    .findOne({ productId, major, status: 'ACTIVE' })
    .whereIn('versionId', withUpstream);
  return activation !== undefined;
}
