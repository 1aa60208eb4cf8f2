import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { ProductAssignmentType } from './type.ts';
import { findApplication } from '../application/find.ts';
import { findProduct } from '../product/find.ts';

builder.queryField('productAssignments', (t) =>
  t.connection({
    type: ProductAssignmentType,
    nullable: true,
    description:
      'The assignments of API products to applications, oldest first, without removed ones. Needs `api_products:read`.',
    args: {
      applicationId: t.arg.id({ description: 'Only those of this application.' }),
      productId: t.arg.id({ description: 'Only those of this API product.' }),
    },
    authScopes: { can: 'api_products:read' },
    complexity: pageCost,
    resolve: async (_root, { applicationId, productId, ...args }, ctx) => {
      if (applicationId) await findApplication(ctx, applicationId);
      if (productId) await findProduct(ctx, productId);
      const assignments = ProductAssignment.inWorkspace(ctx).where({ status: 'ACTIVE' });
      if (applicationId) void assignments.where({ applicationId });
      if (productId) void assignments.where({ productId });
      return await pageOf(assignments, args);
    },
  }),
);
