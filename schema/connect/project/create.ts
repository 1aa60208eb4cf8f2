import { Project } from '../../../db/models/project.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { shareLockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { projectFields } from './fields.ts';

interface CreateProject {
  name: string;
  description?: string | null | undefined;
}

export async function createProject(ctx: Context, { name, description }: CreateProject) {
  return await ctx.transaction(async (tx) => {
    await shareLockOwnWorkspace(tx);
    const { workspaceId, memberId } = memberOf(tx);
    const now = tx.clock.now();
    const row = {
      id: newId('project'),
      workspaceId,
      name,
      description: description ?? '',
      status: 'ACTIVE' as const,
      createdBy: memberId,
      createdAt: now,
      updatedAt: now,
    };
    const project = await withFreeName(
      'a project',
      async () => await Project.query(tx.knex).insert(row).returning('*'),
    );
    await record(tx, 'project.created', { subject: project, data: project });
    return { project };
  });
}

builder.relayMutationField(
  'createProject',
  {
    inputFields: (t) => ({
      name: t.string({ required: true, validate: formats.name, description: 'Unique in the workspace.' }),
      description: t.string({ validate: formats.description }),
    }),
  },
  {
    description: 'Creates a project for connections. Needs `projects:write`.',
    authScopes: { can: 'projects:write' },
    resolve: async (_root, { input }, ctx) => await createProject(ctx, input),
  },
  { outputFields: projectFields },
);
