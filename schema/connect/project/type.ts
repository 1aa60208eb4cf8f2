import { Member } from '../../../db/models/member.ts';
import { projectStatuses, Project } from '../../../db/models/project.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../../identity/member/type.ts';

const ProjectStatusEnum = builder.enumType('ProjectStatus', { values: projectStatuses });

export const ProjectType = rowRef<Project>(Project, 'Project').implement({
  description: 'A group of connections to providers.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    name: t.exposeString('name', { description: 'Unique in the workspace.' }),
    description: t.exposeString('description'),
    status: t.expose('status', { type: ProjectStatusEnum }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
