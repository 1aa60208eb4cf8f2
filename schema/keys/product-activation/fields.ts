import { ProductActivation } from '../../../db/models/product-activation.ts';
import { builder } from '../../kernel/builder.ts';
import { ApiProductVersionType } from '../product/version-type.ts';

builder.objectField(ApiProductVersionType, 'liveSince', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Since when the version answers live keys. Null if it does not.',
    complexity: 2,
    resolve: async ({ id }, _args, ctx) => {
      const activations = await ctx.loadMany(ProductActivation, 'versionId', id);
      return activations.find(({ status }) => status === 'ACTIVE')?.createdAt ?? null;
    },
  }),
);
