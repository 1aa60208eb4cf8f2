import { invitationStatuses, Invitation } from '../../../db/models/invitation.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType, RoleEnum } from '../member/type.ts';
import { statusAt } from './rules.ts';

export const InvitationStatusEnum = builder.enumType('InvitationStatus', { values: invitationStatuses });

export const InvitationType = rowRef<Invitation>(Invitation, 'Invitation').implement({
  description: 'An address that may become a member of the workspace, with a token from the mail.',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    role: t.expose('role', { type: RoleEnum, description: 'The role of the new member.' }),
    status: t.field({
      type: InvitationStatusEnum,
      resolve: (invitation, _args, ctx) => statusAt(invitation, ctx.clock.now()),
    }),
    invitedBy: t.field({
      type: MemberType,
      nullable: true,
      description:
        'The member who last sent it. It can be accepted while that member may invite with this role.',
      resolve: async ({ invitedBy }, _args, ctx) => await ctx.load(Member, invitedBy),
    }),
    member: t.field({
      type: MemberType,
      nullable: true,
      description: 'The member that accepting it created.',
      resolve: async ({ memberId }, _args, ctx) => (memberId ? await ctx.load(Member, memberId) : null),
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: 'When it was last mailed.' }),
    resends: t.exposeInt('resends', { description: 'How often it was resent, at most 5 times.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why it was revoked. `inviter_lost_rank`: its sender could no longer invite when it was accepted. ' +
        '`member_added` and `member_removed`: the address was added or removed as a member meanwhile. ' +
        '`inviter_reclaimed`: the sender’s account was reclaimed by the person who verified its address.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
