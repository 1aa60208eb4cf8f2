import { ApplicationSandbox } from '../../../db/models/application-sandbox.ts';
import { Application } from '../../../db/models/application.ts';
import { builder } from '../../kernel/builder.ts';
import { notFound } from '../../values/errors.ts';
import { ApplicationSandboxType } from './type.ts';

builder.queryField('applicationSandbox', (t) =>
  t.field({
    type: ApplicationSandboxType,
    nullable: true,
    description: 'The sandbox of an application. Needs `api_products:read`.',
    args: { applicationId: t.arg.id({ required: true }) },
    authScopes: { can: 'api_products:read' },
    resolve: async (_root, { applicationId }, ctx) => {
      if (!(await Application.inWorkspace(ctx).findById(applicationId))) throw notFound(ctx, 'application');
      const sandbox = await ApplicationSandbox.inWorkspace(ctx).findOne({ applicationId });
      return sandbox ?? { applicationId, seed: '', time: null };
    },
  }),
);
