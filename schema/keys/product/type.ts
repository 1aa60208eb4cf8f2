import { ApiProduct, apiProductStatuses } from '../../../db/models/api-product.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../../identity/member/type.ts';

const ApiProductStatusEnum = builder.enumType('ApiProductStatus', { values: apiProductStatuses });

export const ApiProductType = rowRef<ApiProduct>(ApiProduct, 'ApiProduct').implement({
  description: 'An API of the workspace, which the workspace assigns to its applications.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    slug: t.exposeString('slug', {
      description: 'Its name in addresses. It never changes, and no other product of the workspace gets it.',
    }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    owner: t.field({
      type: MemberType,
      nullable: true,
      description: 'The member who is responsible for it.',
      resolve: async ({ ownerId }, _args, ctx) => await ctx.load(Member, ownerId),
    }),
    status: t.expose('status', { type: ApiProductStatusEnum }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    retiredAt: t.expose('retiredAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
