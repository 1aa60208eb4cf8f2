import { Project } from '../../../db/models/project.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { projectFields } from './fields.ts';
import { lockProject } from './lock.ts';
import { projectMoves } from './rules.ts';
import { projectUses } from './uses.ts';

/** Deletes a project; its name is free again. */
export async function deleteProject(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockProject(tx, id);
    const status = projectMoves.next(before.status, 'delete');
    await projectUses.assertUnused(tx, id);
    const now = tx.clock.now();
    const project = await Project.change(tx.knex, id, now, { status, deletedAt: now });
    await record(tx, 'project.deleted', { subject: project, data: project });
    return { project };
  });
}

builder.relayMutationField(
  'deleteProject',
  { inputFields: (t) => ({ ...rowFields(t, 'The project.') }) },
  {
    description: 'Deletes an empty project. Needs `projects:write`.',
    authScopes: { can: 'projects:write' },
    resolve: async (_root, { input }, ctx) => await deleteProject(ctx, input),
  },
  { outputFields: projectFields },
);
