import { Member } from '../../db/models/member.ts';
import { Workspace } from '../../db/models/workspace.ts';
import { record } from '../audit/record.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { WorkspaceType } from '../workspace/type.ts';
import { beginning } from './beginning.ts';
import { lockUnconfirmed } from './find.ts';
import { memberMoves } from './rules.ts';
import { MemberType } from './type.ts';

/** Makes a membership active that waited for its person, who has been told what it is and who else is there. */
export async function confirmMembership(ctx: Context, { workspaceId }: { workspaceId: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockUnconfirmed(tx, workspaceId);
    const { id, personId } = before;
    const now = tx.clock.now();
    const status = memberMoves.next(before.status, 'confirm');
    const member = await Member.change(tx.knex, id, now, { status, ...(await beginning(tx, before)) });
    await record(tx, 'member.confirmed', {
      workspaceId,
      actor: { kind: 'MEMBER', id, personId },
      subject: member,
      data: member,
      changes: { status: [before.status, status] },
    });
    return { member };
  });
}

builder.relayMutationField(
  'confirmMembership',
  { inputFields: (t) => ({ workspaceId: t.id({ required: true, description: 'The workspace.' }) }) },
  {
    description:
      'Makes a membership of the caller active that waits for them: one from before they proved their address by ' +
      'replacing the password, or given to them by their id since. See `me.unconfirmedMemberships`. Needs a session.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await confirmMembership(ctx, input),
  },
  {
    outputFields: (t) => ({
      member: t.field({ type: MemberType, resolve: (it) => it.member }),
      workspace: t.field({
        type: WorkspaceType,
        nullable: true,
        resolve: async ({ member }, _args, ctx) => await ctx.load(Workspace, member.workspaceId),
      }),
    }),
  },
);
