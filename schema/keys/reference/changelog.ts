import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, rankedPage } from '../../kernel/page.ts';
import { ApiProduct } from '../../../db/models/api-product.ts';
import { servedName } from '../product/served-name.ts';
import { ApiProductVersionType, listedColumns } from '../product/version-type.ts';

const EntryType = builder.objectRef<ApiProductVersion>('ChangelogEntry').implement({
  description: 'A published version of an API product.',
  fields: (t) => ({
    name: t.string({
      description: 'Such as `shop@v1.2`.',
      resolve: async ({ productId, major, number }, _args, ctx) => {
        const product = await ctx.load(ApiProduct, productId);
        return `${servedName(product?.slug ?? '', major)}.${number}`;
      },
    }),
    version: t.field({ type: ApiProductVersionType, resolve: (version) => version }),
  }),
});

builder.queryField('referenceChangelog', (t) =>
  t.connection({
    type: EntryType,
    nullable: true,
    description:
      'The published versions of all API products, the last published first. The list only reads forward. Needs `reference:read`.',
    authScopes: { can: 'reference:read' },
    complexity: pageCost,
    resolve: async (_root, args, ctx) =>
      await rankedPage(
        args,
        async ({ offset, limit }) =>
          await ApiProductVersion.inWorkspace(ctx)
            .whereNotNull('publishedAt')
            .select(...listedColumns)
            .orderBy([
              { column: 'publishedAt', order: 'desc' },
              { column: 'id', order: 'desc' },
            ])
            .offset(offset)
            .limit(limit),
      ),
  }),
);
