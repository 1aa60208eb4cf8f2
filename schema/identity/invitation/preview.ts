import type { Invitation } from '../../../db/models/invitation.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { mayAdmit } from '../member/rules.ts';
import { RoleEnum } from '../member/type.ts';
import { findByToken } from './find.ts';
import { statusAt } from './rules.ts';
import { InvitationStatusEnum } from './type.ts';

/** The part of an invitation that any holder of the token may see, signed in or not. */
export const PreviewType = builder.objectRef<Invitation>('InvitationPreview').implement({
  description: 'An invitation as its recipient sees it.',
  fields: (t) => ({
    workspaceName: t.string({
      nullable: true,
      resolve: async ({ workspaceId }, _args, ctx) => (await ctx.load(Workspace, workspaceId))?.name,
    }),
    email: t.exposeString('email', { description: 'The address that must accept.' }),
    role: t.expose('role', { type: RoleEnum }),
    inviterName: t.string({
      nullable: true,
      resolve: async ({ invitedBy }, _args, ctx) => {
        const member = await ctx.load(Member, invitedBy);
        return member?.personId && (await ctx.load(Person, member.personId))?.name;
      },
    }),
    status: t.field({
      type: InvitationStatusEnum,
      resolve: (invitation, _args, ctx) => statusAt(invitation, ctx.clock.now()),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    canBeAccepted: t.boolean({
      description: 'Whether the invitation can be accepted now.',
      resolve: async (invitation, _args, ctx) => await canBeAccepted(ctx, invitation),
    }),
  }),
});

async function canBeAccepted(ctx: Context, invitation: Invitation): Promise<boolean> {
  const inviter = await ctx.load(Member, invitation.invitedBy);
  const workspace = await ctx.load(Workspace, invitation.workspaceId);
  const isOpen = statusAt(invitation, ctx.clock.now()) === 'PENDING';
  return isOpen && workspace?.status === 'ACTIVE' && mayAdmit(inviter, invitation.role);
}

builder.queryField('invitationByToken', (t) =>
  t.field({
    type: PreviewType,
    nullable: true,
    description: 'The details of an invitation, for the holder of the mailed token.',
    args: { token: t.arg.string({ required: true, validate: formats.attempt }) },
    authScopes: { public: true },
    resolve: async (_root, { token }, ctx) => await findByToken(ctx, token),
  }),
);
