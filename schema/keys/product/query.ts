import { ApiProduct } from '../../../db/models/api-product.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { findProduct } from './find.ts';
import { ApiProductType } from './type.ts';

builder.queryField('apiProducts', (t) =>
  t.connection({
    type: ApiProductType,
    nullable: true,
    description:
      'The API products of the workspace, oldest first, without retired ones. Needs `api_products:read`.',
    authScopes: { can: 'api_products:read' },
    complexity: pageCost,
    resolve: async (_root, args, ctx) =>
      await pageOf(ApiProduct.inWorkspace(ctx).where({ status: 'ACTIVE' }), args),
  }),
);

builder.queryField('apiProduct', (t) =>
  t.field({
    type: ApiProductType,
    nullable: true,
    description: 'One API product, even if it is retired. Needs `api_products:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'api_products:read' },
    resolve: async (_root, { id }, ctx) => await findProduct(ctx, id),
  }),
);
