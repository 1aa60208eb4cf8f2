import { invitationStatuses, type Invitation } from '../../../db/models/invitation.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { MemberType, RoleEnum } from '../member/type.ts';
import { statusAt } from './rules.ts';

export const InvitationStatusEnum = builder.enumType('InvitationStatus', { values: invitationStatuses });

export const InvitationType = builder.objectRef<Invitation>('Invitation').implement({
  description: 'An address that may become a member of the workspace, by a token that was mailed there.',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    role: t.expose('role', { type: RoleEnum, description: 'The role of the member it makes.' }),
    status: t.field({
      type: InvitationStatusEnum,
      resolve: (invitation, _args, ctx) => statusAt(invitation, ctx.clock.now()),
    }),
    invitedBy: t.field({
      type: MemberType,
      nullable: true,
      description: 'Who sent it last. It can be accepted while they may invite with this role.',
      resolve: async ({ invitedBy }, _args, ctx) => await ctx.load(Member, invitedBy),
    }),
    member: t.field({
      type: MemberType,
      nullable: true,
      description: 'The member it has made.',
      resolve: async ({ memberId }, _args, ctx) => (memberId ? await ctx.load(Member, memberId) : null),
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: 'When it was mailed last.' }),
    resends: t.exposeInt('resends', { description: 'How often it was sent again, at most 5 times.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        '`inviter_lost_rank` where who sent it could no longer invite when it was to be accepted, `member_added` and ' +
        '`member_removed` where the address was added or removed as a member while it waited, ' +
        '`inviter_reclaimed` where the account that sent it had been opened by nobody known.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
