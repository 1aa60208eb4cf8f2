import { Member } from '../../../db/models/member.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { lockWorkspace } from '../../identity/workspace/lock.ts';
import { workspaceMoves } from '../../identity/workspace/rules.ts';
import { WorkspaceType } from '../../identity/workspace/type.ts';
import { announce } from './announce.ts';

/**
 * Restores a workspace, except its live keys. Requests cannot select a workspace under deletion, so this
 * function checks the membership. One owner may restore it, since the deletion can be requested again.
 */
export async function restoreWorkspace(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const owner = await ownerIn(tx, id);
    const before = await lockWorkspace(tx, id);
    const status = workspaceMoves.next(before.status, 'restore');
    const now = tx.clock.now();
    if (!before.shredsAt || now >= before.shredsAt)
      throw refuse(
        'invalid_transition',
        `The workspace could be restored until ${before.shredsAt?.toISOString()}. That time is over.`,
        { transition: { from: before.status, action: 'restore', allowed: [] } },
      );
    const workspace = await Workspace.change(tx.knex, id, now, {
      status,
      deletingSince: null,
      shredsAt: null,
      restores: before.restores + 1,
    });
    const actor = { kind: 'MEMBER', id: owner.id, personId: owner.personId } as const;
    await announce(tx, 'workspace.restored', { before, workspace, actor });
    return { workspace };
  });
}

/** Returns the caller's own membership. Every other case gets the same 404. */
async function ownerIn(tx: TransactionContext, workspaceId: string): Promise<Member> {
  const { personId } = personOf(tx);
  const owner = await Member.query(tx.knex).findOne({
    workspaceId,
    personId,
    role: 'OWNER',
    status: 'ACTIVE',
    kind: 'HUMAN',
  });
  if (!owner)
    throw refuse('not_found', 'There is no workspace with this id that you, as an owner, could restore.');
  return owner;
}

builder.relayMutationField(
  'restoreWorkspace',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'A workspace under deletion.'),
    }),
  },
  {
    description:
      'Restores a workspace whose deletion was approved, until its `shredsAt`. Its live keys stay revoked. Only ' +
      'for its active owners, who need a session and no workspace.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await restoreWorkspace(ctx, input),
  },
  { outputFields: (t) => ({ workspace: t.field({ type: WorkspaceType, resolve: (it) => it.workspace }) }) },
);
