import { applicationStatuses, Application } from '../../../db/models/application.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../../identity/member/type.ts';
import { restorableUntil } from './rules.ts';

export const ApplicationStatusEnum = builder.enumType('ApplicationStatus', { values: applicationStatuses });

export const ApplicationType = rowRef<Application>(Application, 'Application').implement({
  description: 'A program that calls the API products; it holds the keys.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    status: t.expose('status', { type: ApplicationStatusEnum }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    suspendedAt: t.expose('suspendedAt', { type: 'DateTime', nullable: true }),
    suspendReason: t.exposeString('suspendReason', { nullable: true }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
    restorableUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when a deleted application can be restored.',
      resolve: ({ deletedAt }) => deletedAt && restorableUntil(deletedAt),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
