import { ApiProduct } from '../../../db/models/api-product.ts';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { refuse } from '../../values/errors.ts';
import { toEventData } from './event-data.ts';
import { productFields } from './fields.ts';
import { lockProduct } from './find.ts';
import { productMoves, servedStatuses } from './rules.ts';
import { versionUses } from './uses.ts';

/** Retires a product that serves no version. Its slug stays taken. */
export async function retireApiProduct(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockProduct(tx, id);
    const status = productMoves.next(before.status, 'retire');
    await assertUnserved(tx, before);
    const now = tx.clock.now();
    const apiProduct = await ApiProduct.change(tx.knex, id, now, { status, retiredAt: now });
    await record(tx, 'api_product.retired', { subject: apiProduct, data: toEventData(apiProduct) });
    return { apiProduct };
  });
}

async function assertUnserved(tx: TransactionContext, { id }: ApiProduct): Promise<void> {
  // A superseded version may still be live.
  const versions = await ApiProductVersion.inWorkspace(tx).where({ productId: id, status: 'SUPERSEDED' });
  for (const version of versions) await versionUses.assertUnused(tx, version.id);
  const served = await ApiProductVersion.inWorkspace(tx)
    .where({ productId: id })
    .whereIn('status', [...servedStatuses])
    .resultSize();
  if (served === 0) return;
  throw refuse(
    'in_use',
    `The API product still serves ${served === 1 ? 'a version' : `${served} versions`}. Deprecate and retire them first.`,
  );
}

builder.relayMutationField(
  'retireApiProduct',
  { inputFields: (t) => ({ ...rowFields(t, 'The API product.') }) },
  {
    description: 'Retires an API product without served versions permanently. Needs `api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await retireApiProduct(ctx, input),
  },
  { outputFields: productFields },
);
