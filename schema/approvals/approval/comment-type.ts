import { ApprovalComment } from '../../../db/models/approval-comment.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../../identity/member/type.ts';
import { maxComments } from './rules.ts';
import { ApprovalRequestType } from './type.ts';

export const ApprovalCommentType = rowRef<ApprovalComment>(ApprovalComment, 'ApprovalComment').implement({
  description: 'A person’s comment on a pending request. It never changes, and no digest covers it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    member: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ memberId }, _args, ctx) => await ctx.load(Member, memberId),
    }),
    comment: t.exposeString('comment'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.objectField(ApprovalRequestType, 'comments', (t) =>
  t.field({
    type: [ApprovalCommentType],
    description: `The comments, oldest first; ${maxComments} at most.`,
    complexity: { field: 1, multiplier: maxComments },
    resolve: async ({ id }, _args, ctx) => await ctx.loadMany(ApprovalComment, 'requestId', id),
  }),
);
