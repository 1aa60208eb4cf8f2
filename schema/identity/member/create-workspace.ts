import { Workspace } from '../../../db/models/workspace.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { makeWorkspaceKey } from '../../kernel/workspace-key.ts';
import { WorkspaceType } from '../workspace/type.ts';
import { insertMember } from './insert.ts';
import { MemberType } from './type.ts';

/** Creates a workspace with the caller as its owner and only member. */
export async function createWorkspace(ctx: Context, { name }: { name: string }) {
  return await ctx.transaction(
    async (tx) => await foundWorkspace(tx, { name, personId: personOf(ctx).personId }),
  );
}

/** Creates a workspace inside an open transaction. */
export async function foundWorkspace(
  tx: TransactionContext,
  { name, personId }: { name: string; personId: string },
) {
  const now = tx.clock.now();
  const id = newId('workspace');
  const stamps = { createdAt: now, updatedAt: now };
  const workspace = await Workspace.query(tx.knex)
    .insert({
      id,
      name,
      slug: slugOf(name, id),
      status: 'ACTIVE',
      requiresIndependentApprovers: false,
      restores: 0,
      createdBy: personId,
      ...stamps,
    })
    .returning('*');
  await makeWorkspaceKey(tx, id);
  const member = await insertMember(tx, { workspaceId: id, personId, role: 'OWNER', addedBy: null });
  const actor = { kind: 'MEMBER' as const, id: member.id, personId };
  await record(tx, 'workspace.created', { workspaceId: id, actor, subject: workspace, data: workspace });
  await record(tx, 'member.joined', { workspaceId: id, actor, subject: member, data: member });
  return { workspace, member };
}

// The end of the id makes the slug unique without a query.
function slugOf(name: string, id: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${words.slice(0, 40) || 'workspace'}-${id.slice(-8)}`;
}

builder.relayMutationField(
  'createWorkspace',
  { inputFields: (t) => ({ name: t.string({ required: true, validate: formats.name }) }) },
  {
    description:
      'Creates another workspace, owned by the caller. Send its id as `X-Workspace-Id` to act in it.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await createWorkspace(ctx, input),
  },
  {
    outputFields: (t) => ({
      workspace: t.field({ type: WorkspaceType, resolve: (it) => it.workspace }),
      member: t.field({ type: MemberType, resolve: (it) => it.member }),
    }),
  },
);
