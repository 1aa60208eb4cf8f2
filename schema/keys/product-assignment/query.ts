import { Application } from '../../../db/models/application.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { notFound } from '../../values/errors.ts';
import { ProductAssignmentType } from './type.ts';

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
      if (!(await Application.inWorkspace(ctx).findById(applicationId))) throw notFound(ctx, 'application');
      const assignments = ProductAssignment.inWorkspace(ctx);
      return await pageOf(assignments.where({ applicationId, status: 'ACTIVE' }), args);
    },
  }),
);
