import { ProductionAccess } from '../../../db/models/production-access.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { RevisionType } from './revision-type.ts';
import { revisionsOf } from './revisions.ts';
import { ProductionAccessType } from './type.ts';

builder.queryField('productionAccess', (t) =>
  t.field({
    type: ProductionAccessType,
    nullable: true,
    description:
      'The production access of an application. Null if it was never requested. Needs `production_access:read`.',
    args: { applicationId: t.arg.id({ required: true }) },
    authScopes: { can: 'production_access:read' },
    resolve: async (_root, { applicationId }, ctx) => await accessOf(ctx, applicationId),
  }),
);

builder.queryField('productionAccessRevisions', (t) =>
  t.connection({
    type: RevisionType,
    nullable: true,
    description:
      'Every submission of an application’s production access, the first one first: its content, its result and ' +
      'its changes. Needs `production_access:read`.',
    args: { applicationId: t.arg.id({ required: true }) },
    authScopes: { can: 'production_access:read' },
    complexity: pageCost,
    resolve: async (_root, { applicationId, ...args }, ctx) => {
      await accessOf(ctx, applicationId);
      return await pageOf(revisionsOf(ctx, applicationId), args);
    },
  }),
);

async function accessOf(ctx: Context, applicationId: string): Promise<ProductionAccess> {
  const access = await ProductionAccess.inWorkspace(ctx).findOne({ applicationId });
  if (!access) throw notFound(ctx, 'application with production access');
  return access;
}
