import { Application } from '../../../db/models/application.ts';
import { builder } from '../../kernel/builder.ts';
import { notFound } from '../../values/errors.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { ApplicationStatusEnum, ApplicationType } from './type.ts';

builder.queryField('applications', (t) =>
  t.connection({
    type: ApplicationType,
    nullable: true,
    description: 'The applications of the workspace, oldest first. Needs `applications:read`.',
    args: {
      status: t.arg({
        type: [ApplicationStatusEnum],
        description: 'The statuses to list. By default all but deleted ones.',
      }),
    },
    authScopes: { can: 'applications:read' },
    complexity: pageCost,
    resolve: async (_root, { status, ...args }, ctx) => {
      const query = Application.inWorkspace(ctx);
      return await pageOf(
        status ? query.whereIn('status', status) : query.whereNot({ status: 'DELETED' }),
        args,
      );
    },
  }),
);

builder.queryField('application', (t) =>
  t.field({
    type: ApplicationType,
    nullable: true,
    description: 'One application, even if it is deleted. Needs `applications:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'applications:read' },
    resolve: async (_root, { id }, ctx) => {
      const application = await Application.inWorkspace(ctx).findById(id);
      if (!application) throw notFound(ctx, 'application');
      return application;
    },
  }),
);
