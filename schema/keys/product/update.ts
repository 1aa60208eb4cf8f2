import { ApiProduct } from '../../../db/models/api-product.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import * as formats from '../../values/formats.ts';
import { changesNothing } from '../../values/patch.ts';
import { toEventData } from './event-data.ts';
import { productFields } from './fields.ts';
import { lockProduct } from './find.ts';
import { assertOwner } from './owner.ts';
import { productMoves } from './rules.ts';

interface UpdateProduct {
  id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
  ownerId?: string | null | undefined;
}

/** Changes the given fields; absent and null fields stay. Without a difference, writes nothing. */
export async function updateApiProduct(ctx: Context, { id, name, description, ownerId }: UpdateProduct) {
  return await ctx.transaction(async (tx) => {
    const before = await lockProduct(tx, id);
    productMoves.next(before.status, 'update');
    const patch = {
      name: name ?? before.name,
      description: description ?? before.description,
      ownerId: ownerId ? await assertOwner(tx, ownerId) : before.ownerId,
    };
    if (changesNothing(before, patch)) return { apiProduct: before };
    const apiProduct = await ApiProduct.change(tx.knex, id, tx.clock.now(), patch);
    await record(tx, 'api_product.updated', {
      subject: apiProduct,
      data: toEventData(apiProduct),
      changes: {
        name: [before.name, patch.name],
        description: [before.description, patch.description],
        ownerId: [before.ownerId, patch.ownerId],
      },
    });
    return { apiProduct };
  });
}

builder.relayMutationField(
  'updateApiProduct',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The API product.'),
      name: t.string({ validate: formats.name }),
      description: t.string({ validate: formats.description }),
      ownerId: t.id({ description: 'The member who is responsible from now on.' }),
    }),
  },
  {
    description: 'Changes an API product’s name, description or owner. Needs `api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await updateApiProduct(ctx, input),
  },
  { outputFields: productFields },
);
