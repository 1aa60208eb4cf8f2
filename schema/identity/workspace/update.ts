import { Workspace } from '../../../db/models/workspace.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { changesNothing, changesOf } from '../../values/patch.ts';
import { versionFields } from '../../kernel/row-version.ts';
import { lockOwnWorkspace } from './lock.ts';
import { WorkspaceType } from './type.ts';

interface UpdateWorkspace {
  name?: string | null | undefined;
  requiresIndependentApprovers?: boolean | null | undefined;
}

/** Changes the given fields; absent or null ones and the slug stay. Writes nothing if nothing differs. */
export async function updateWorkspace(ctx: Context, { name, requiresIndependentApprovers }: UpdateWorkspace) {
  return await ctx.transaction(async (tx) => {
    const before = await lockOwnWorkspace(tx);
    const patch = {
      name: name ?? before.name,
      requiresIndependentApprovers: requiresIndependentApprovers ?? before.requiresIndependentApprovers,
    };
    if (changesNothing(before, patch)) return { workspace: before };
    if (patch.requiresIndependentApprovers !== before.requiresIndependentApprovers) assertOwner(tx);
    const workspace = await Workspace.change(tx.knex, before.id, ctx.clock.now(), patch);
    await record(tx, 'workspace.updated', {
      subject: workspace,
      data: workspace,
      changes: changesOf(before, patch),
    });
    return { workspace };
  });
}

// An administrator who has admitted approvers must not be able to disable this.
function assertOwner(tx: TransactionContext): void {
  if (memberOf(tx).role === 'OWNER') return;
  throw refuse(
    'rank_too_low',
    'Only an owner may change whether approvers have to be independent. Ask an owner to do it.',
  );
}

builder.relayMutationField(
  'updateWorkspace',
  {
    inputFields: (t) => ({
      name: t.string({ validate: formats.name }),
      requiresIndependentApprovers: t.boolean({
        description:
          'Whether only independent approvers may decide. Only an owner may change it (`rank_too_low`).',
      }),
      ...versionFields(t),
    }),
  },
  {
    description:
      'Changes the name or the settings of the workspace of this request. Needs `workspace:write`.',
    authScopes: { can: 'workspace:write' },
    resolve: async (_root, { input }, ctx) => await updateWorkspace(ctx, input),
  },
  { outputFields: (t) => ({ workspace: t.field({ type: WorkspaceType, resolve: (it) => it.workspace }) }) },
);
