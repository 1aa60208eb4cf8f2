import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { ProductionAccess, productionAccessStatuses } from '../../../db/models/production-access.ts';
import { scopesOf } from '../../kernel/access/scopes.ts';
import { coverageOf, ProductCoverageType } from '../test-receipt/coverage.ts';
import { ApplicationType } from '../application/type.ts';
import { ApprovalRequestType } from '../../approvals/approval/type.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../../identity/member/type.ts';

const StatusEnum = builder.enumType('ProductionAccessStatus', {
  description:
    'The status of production access. Live keys work while it is APPROVED or REVIEW_OVERDUE. A new request does ' +
    'not change the status while it is pending.',
  values: productionAccessStatuses,
});

export const ProductionAccessType = rowRef<ProductionAccess>(ProductionAccess, 'ProductionAccess').implement({
  description: 'Whether an application may hold live keys, with the content of its newest request.',
  fields: (t) => ({
    id: t.exposeID('id'),
    applicationId: t.exposeID('applicationId'),
    status: t.expose('status', { type: StatusEnum }),
    revision: t.exposeInt('revision', { description: 'Numbers the submissions from 1.' }),
    useCase: t.exposeString('useCase'),
    dataCategories: t.exposeStringList('dataCategories'),
    expectedVolume: t.exposeString('expectedVolume'),
    securityContact: t.exposeString('securityContact'),
    requestedProducts: t.exposeStringList('requestedProducts'),
    evidenceReceiptIds: t.exposeStringList('evidenceReceiptIds'),
    coverage: t.field({
      type: [ProductCoverageType],
      nullable: true,
      description:
        'The tested operations of the requested products. This decides nothing. Null if the caller lacks ' +
        '`test_receipts:read`.',
      complexity: 50,
      resolve: async ({ applicationId, requestedProducts }, _args, ctx) =>
        scopesOf(ctx).can('test_receipts:read')
          ? await coverageOf(ctx, applicationId, requestedProducts)
          : null,
    }),
    requestedBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ requestedBy }, _args, ctx) => await ctx.load(Member, requestedBy),
    }),
    approvalRequest: t.field({
      type: ApprovalRequestType,
      nullable: true,
      description: 'The request to approve the newest revision. Null if the caller lacks `approvals:read`.',
      resolve: async ({ approvalRequestId }, _args, ctx) =>
        approvalRequestId && scopesOf(ctx).can('approvals:read')
          ? await ctx.load(ApprovalRequest, approvalRequestId)
          : null,
    }),
    submittedAt: t.expose('submittedAt', { type: 'DateTime' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
    approvedAt: t.expose('approvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last approved.',
    }),
    reviewBy: t.expose('reviewBy', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when it should be approved again. Null if it is not approved.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason of the last decision.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});

builder.objectField(ApplicationType, 'productionAccess', (t) =>
  t.field({
    type: ProductionAccessType,
    nullable: true,
    description: 'Null if it was never requested, or if the caller lacks `production_access:read`.',
    complexity: 5,
    resolve: async ({ id }, _args, ctx) => {
      if (!scopesOf(ctx).can('production_access:read')) return null;
      const [access] = await ctx.loadMany(ProductionAccess, 'applicationId', id);
      return access ?? null;
    },
  }),
);
