import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { ProductAssignmentType } from './type.ts';
import { findApplication } from '../application/find.ts';

builder.queryField('productAssignments', (t) =>
  t.connection({
    type: ProductAssignmentType,
    nullable: true,
    description:
      'The API products that are assigned to an application, oldest first, without removed ones. Needs ' +
      '`api_products:read`.',
    args: { applicationId: t.arg.id({ required: true }) },
    authScopes: { can: 'api_products:read' },
    complexity: pageCost,
    resolve: async (_root, { applicationId, ...args }, ctx) => {
      await findApplication(ctx, applicationId);
      const assignments = ProductAssignment.inWorkspace(ctx);
      return await pageOf(assignments.where({ applicationId, status: 'ACTIVE' }), args);
    },
  }),
);
