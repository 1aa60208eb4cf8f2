import { ApiProduct } from '../../../db/models/api-product.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as productFormats from '../../values/product-formats.ts';
import { newId } from '../../values/id.ts';
import { shareLockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { productFields } from './fields.ts';
import { assertOwner } from './owner.ts';
import { builtInSlug, maxProducts } from './rules.ts';
import { toEventData } from './event-data.ts';

interface CreateProduct {
  slug: string;
  name: string;
  description?: string | null | undefined;
  ownerId?: string | null | undefined;
}

export async function createApiProduct(ctx: Context, { slug, name, description, ownerId }: CreateProduct) {
  if (slug === builtInSlug)
    throw validationFailed([
      { pointer: '/slug', code: 'reserved', message: `must not be ${builtInSlug}, which is built in` },
    ]);
  return await ctx.transaction(async (tx) => {
    await shareLockOwnWorkspace(tx);
    const { workspaceId, memberId } = memberOf(tx);
    await assertCapacity(tx);
    const now = tx.clock.now();
    const row = {
      id: newId('apiProduct'),
      workspaceId,
      slug,
      name,
      description: description ?? '',
      ownerId: ownerId ? await assertOwner(tx, ownerId) : memberId,
      status: 'ACTIVE' as const,
      createdBy: memberId,
      createdAt: now,
      updatedAt: now,
    };
    const apiProduct = await withFreeName(
      'an API product',
      async () => await ApiProduct.query(tx.knex).insert(row).returning('*'),
      { part: 'slug' },
    );
    await record(tx, 'api_product.created', { subject: apiProduct, data: toEventData(apiProduct) });
    return { apiProduct };
  });
}

async function assertCapacity(tx: TransactionContext): Promise<void> {
  const known = await ApiProduct.inWorkspace(tx).where({ status: 'ACTIVE' }).resultSize();
  if (known < maxProducts) return;
  throw refuse(
    'limit_reached',
    `The workspace has ${maxProducts} API products, the maximum. Retire one first.`,
  );
}

builder.relayMutationField(
  'createApiProduct',
  {
    inputFields: (t) => ({
      slug: t.string({
        required: true,
        validate: productFormats.productSlug,
        description:
          'Its name in addresses: 2 to 40 lowercase letters, digits and hyphens. It never changes.',
      }),
      name: t.string({ required: true, validate: formats.name }),
      description: t.string({ validate: formats.description }),
      ownerId: t.id({ description: 'The responsible member, by default the caller.' }),
    }),
  },
  {
    description: 'Creates an API product, to which versions are added. Needs `api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await createApiProduct(ctx, input),
  },
  { outputFields: productFields },
);
