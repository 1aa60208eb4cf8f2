import { ProductionAccess } from '../../db/models/production-access.ts';
import { builder } from '../builder.ts';
import { notFound } from '../errors.ts';
import { ProductionAccessType } from './type.ts';

builder.queryField('productionAccess', (t) =>
  t.field({
    type: ProductionAccessType,
    nullable: true,
    description:
      'The production access of an application that has asked for it. Needs `production_access:read`.',
    args: { applicationId: t.arg.id({ required: true }) },
    authScopes: { can: 'production_access:read' },
    resolve: async (_root, { applicationId }, ctx) => {
      const access = await ProductionAccess.inWorkspace(ctx).findOne({ applicationId });
      if (!access) throw notFound(ctx);
      return access;
    },
  }),
);
