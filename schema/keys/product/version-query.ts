import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import type { Change } from '../product-difference/changes.ts';
import { differenceOf } from '../product-difference/difference.ts';
import { findProduct } from './find.ts';
import { findVersion } from './find-version.ts';
import { operationsOf } from './operations.ts';
import { takePlaces } from './places.ts';
import { ApiProductVersionType, ChangeType, listedColumns } from './version-type.ts';

builder.queryField('apiProductVersions', (t) =>
  t.connection({
    type: ApiProductVersionType,
    nullable: true,
    description:
      'Every version of an API product, oldest first, discarded ones included. Needs `api_products:read`.',
    args: { productId: t.arg.id({ required: true }) },
    authScopes: { can: 'api_products:read' },
    complexity: pageCost,
    resolve: async (_root, { productId, ...args }, ctx) => {
      const { id } = await findProduct(ctx, productId);
      const versions = ApiProductVersion.inWorkspace(ctx).where({ productId: id });
      return await pageOf(versions.select(...listedColumns), args);
    },
  }),
);

builder.queryField('apiProductVersion', (t) =>
  t.field({
    type: ApiProductVersionType,
    nullable: true,
    description: 'One version of an API product. Needs `api_products:read`.',
    args: {
      id: t.arg.id({ required: true }),
      productId: t.arg.id({ description: 'If given, a version of another product is not found.' }),
    },
    authScopes: { can: 'api_products:read' },
    resolve: async (_root, address, ctx) => await findVersion(ctx, address),
  }),
);

const DifferenceType = builder.objectRef<{ changes: Change[] }>('ApiProductDifference').implement({
  description: 'The difference of two versions of an API product.',
  fields: (t) => ({
    changes: t.field({
      type: [ChangeType],
      description: 'At most 500, breaking ones first. If there are more, the last one says so.',
      resolve: ({ changes }) => changes,
    }),
  }),
});

builder.queryField('apiProductChanges', (t) =>
  t.field({
    type: DifferenceType,
    nullable: true,
    description: 'Compares two versions of an API product. Needs `api_products:read`.',
    args: {
      productId: t.arg.id({ required: true }),
      from: t.arg.id({ required: true, description: 'The id of the earlier version.' }),
      to: t.arg.id({ required: true, description: 'The id of the later version.' }),
    },
    authScopes: { can: 'api_products:read' },
    resolve: async (_root, { productId, from, to }, ctx) => {
      using _ = takePlaces(ctx);
      const [before, after] = [
        await findVersion(ctx, { id: from, productId }),
        await findVersion(ctx, { id: to, productId }),
      ];
      return { changes: differenceOf(await operationsOf(ctx, before), await operationsOf(ctx, after)) };
    },
  }),
);
