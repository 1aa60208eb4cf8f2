import {
  ProductAssignment,
  productAssignmentStatuses,
  quotaPeriods,
} from '../../../db/models/product-assignment.ts';
import { ApiProduct } from '../../../db/models/api-product.ts';
import { Application } from '../../../db/models/application.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../../identity/member/type.ts';
import { ApplicationType } from '../application/type.ts';
import { ApiProductType } from '../product/type.ts';

const ProductAssignmentStatusEnum = builder.enumType('ProductAssignmentStatus', {
  values: productAssignmentStatuses,
});

export const QuotaPeriodEnum = builder.enumType('QuotaPeriod', { values: quotaPeriods });

const QuotaType = builder
  .objectRef<{ limit: number; period: (typeof quotaPeriods)[number] }>('ProductQuota')
  .implement({
    description: 'The most calls of an application in a period.',
    fields: (t) => ({
      limit: t.exposeInt('limit'),
      period: t.expose('period', { type: QuotaPeriodEnum }),
    }),
  });

export const ProductAssignmentType = rowRef<ProductAssignment>(
  ProductAssignment,
  'ProductAssignment',
).implement({
  description: 'Lets an application call a major version of an API product in one environment.',
  fields: (t) => ({
    id: t.exposeID('id'),
    applicationId: t.exposeID('applicationId'),
    application: t.field({
      type: ApplicationType,
      nullable: true,
      resolve: async ({ applicationId }, _args, ctx) => await ctx.load(Application, applicationId),
    }),
    product: t.field({
      type: ApiProductType,
      nullable: true,
      resolve: async ({ productId }, _args, ctx) => await ctx.load(ApiProduct, productId),
    }),
    major: t.exposeInt('major', { description: 'The newest published version of this major is called.' }),
    environment: t.expose('environment', { type: EnvironmentEnum }),
    operations: t.exposeStringList('operations', {
      nullable: true,
      description: 'The ids of the operations that it may call; null for all.',
    }),
    quota: t.field({
      type: QuotaType,
      nullable: true,
      description: 'Null without a limit.',
      resolve: ({ quotaLimit, quotaPeriod }) =>
        quotaLimit === null || quotaPeriod === null ? null : { limit: quotaLimit, period: quotaPeriod },
    }),
    status: t.expose('status', { type: ProductAssignmentStatusEnum }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    removedAt: t.expose('removedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
