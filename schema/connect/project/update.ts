import { Project } from '../../../db/models/project.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { changesNothing } from '../../values/patch.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { projectFields } from './fields.ts';
import { lockProject } from './lock.ts';
import { projectMoves } from './rules.ts';

interface UpdateProject {
  id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
}

/** Changes the given fields; absent and null fields stay. Without a difference, writes nothing. */
export async function updateProject(ctx: Context, { id, name, description }: UpdateProject) {
  return await ctx.transaction(async (tx) => {
    const before = await lockProject(tx, id);
    projectMoves.next(before.status, 'update');
    const patch = { name: name ?? before.name, description: description ?? before.description };
    if (changesNothing(before, patch)) return { project: before };
    const now = tx.clock.now();
    const project = await withFreeName(
      'a project',
      async () => await Project.change(tx.knex, id, now, patch),
    );
    await record(tx, 'project.updated', {
      subject: project,
      data: project,
      changes: { name: [before.name, patch.name], description: [before.description, patch.description] },
    });
    return { project };
  });
}

builder.relayMutationField(
  'updateProject',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The project.'),
      name: t.string({ validate: formats.name }),
      description: t.string({ validate: formats.description }),
    }),
  },
  {
    description: 'Changes a project’s name or description. Needs `projects:write`.',
    authScopes: { can: 'projects:write' },
    resolve: async (_root, { input }, ctx) => await updateProject(ctx, input),
  },
  { outputFields: projectFields },
);
