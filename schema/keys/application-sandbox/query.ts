import { ApplicationSandbox } from '../../../db/models/application-sandbox.ts';
import { builder } from '../../kernel/builder.ts';
import { ApplicationSandboxType } from './type.ts';
import { findApplication } from '../application/find.ts';

builder.queryField('applicationSandbox', (t) =>
  t.field({
    type: ApplicationSandboxType,
    nullable: true,
    description: 'The sandbox of an application. Needs `api_products:read`.',
    args: { applicationId: t.arg.id({ required: true }) },
    authScopes: { can: 'api_products:read' },
    resolve: async (_root, { applicationId }, ctx) => {
      await findApplication(ctx, applicationId);
      const sandbox = await ApplicationSandbox.inWorkspace(ctx).findOne({ applicationId });
      return sandbox ?? { applicationId, seed: '', time: null };
    },
  }),
);
