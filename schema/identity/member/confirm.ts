import { Member } from '../../../db/models/member.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { WorkspaceType } from '../workspace/type.ts';
import { beginning } from './beginning.ts';
import { lockUnconfirmed } from './find.ts';
import { mayAdmit, memberMoves } from './rules.ts';
import { MemberType } from './type.ts';

/** Activates an unconfirmed membership of the caller, who could see its details and the other members. */
export async function confirmMembership(ctx: Context, { workspaceId }: { workspaceId: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockUnconfirmed(tx, workspaceId);
    await assertAdmitted(tx, before);
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

// As with an invitation, the member who added the person must still be allowed to when the person accepts.
async function assertAdmitted(tx: TransactionContext, { activations, addedBy, role }: Member): Promise<void> {
  if (activations > 0 || addedBy === null) return;
  if (mayAdmit(await Member.query(tx.knex).findById(addedBy).forShare(), role)) return;
  throw refuse(
    'invitation_revoked',
    `The member who added you may no longer add a member as ${role}. Ask the workspace to remove this membership and to add you again.`,
  );
}

builder.relayMutationField(
  'confirmMembership',
  { inputFields: (t) => ({ workspaceId: t.id({ required: true, description: 'The workspace.' }) }) },
  {
    description:
      'Activates an unconfirmed membership of the caller. A member offered it with `addMember`, or it is older ' +
      'than the caller’s account recovery. See `me.unconfirmedMemberships`. `invitation_revoked` if the member ' +
      'who offered it may no longer add members. Needs a session.',
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
