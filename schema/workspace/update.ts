import { Workspace } from '../../db/models/workspace.ts';
import { record } from '../audit/record.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import * as formats from '../formats.ts';
import { changesNothing } from '../patch.ts';
import { lockOwnWorkspace } from './lock.ts';
import { WorkspaceType } from './type.ts';

/** Renames the workspace; the slug stays. To the name it has, nothing happens. */
export async function updateWorkspace(ctx: Context, { name }: { name: string }) {
  return await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const before = await lockOwnWorkspace(tx);
    if (changesNothing(before, { name })) return { workspace: before };
    const workspace = await Workspace.change(tx.knex, before.id, now, { name });
    await record(tx, 'workspace.updated', {
      subject: workspace,
      data: workspace,
      changes: { name: [before.name, name] },
    });
    return { workspace };
  });
}

builder.relayMutationField(
  'updateWorkspace',
  { inputFields: (t) => ({ name: t.string({ required: true, validate: formats.name }) }) },
  {
    description: 'Renames the workspace of this request. Needs `workspace:write`.',
    authScopes: { can: 'workspace:write' },
    resolve: async (_root, { input }, ctx) => await updateWorkspace(ctx, input),
  },
  { outputFields: (t) => ({ workspace: t.field({ type: WorkspaceType, resolve: (it) => it.workspace }) }) },
);
