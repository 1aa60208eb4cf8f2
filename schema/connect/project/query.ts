import { Project } from '../../../db/models/project.ts';
import { builder } from '../../kernel/builder.ts';
import { notFound } from '../../values/errors.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { ProjectType } from './type.ts';

builder.queryField('projects', (t) =>
  t.connection({
    type: ProjectType,
    nullable: true,
    description: 'The projects of the workspace, oldest first, without deleted ones. Needs `projects:read`.',
    authScopes: { can: 'projects:read' },
    complexity: pageCost,
    resolve: async (_root, args, ctx) =>
      await pageOf(Project.inWorkspace(ctx).where({ status: 'ACTIVE' }), args),
  }),
);

builder.queryField('project', (t) =>
  t.field({
    type: ProjectType,
    nullable: true,
    description: 'One project, even if it is deleted. Needs `projects:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'projects:read' },
    resolve: async (_root, { id }, ctx) => {
      const project = await Project.inWorkspace(ctx).findById(id);
      if (!project) throw notFound(ctx, 'project');
      return project;
    },
  }),
);
