import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { MemberType } from '../../identity/member/type.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { approversOf, requiresIndependence, undecided, type Approver } from './approvers.ts';
import { statusAt, whoMayNow } from './rules.ts';
import { ApprovalRequestType } from './type.ts';

const listedAtMost = 50;

const ApproverType = builder.objectRef<Approver & { mayDecideNow: boolean }>('ApprovalApprover').implement({
  description:
    'A member whose role decides the request, who had that role before it and is not accountable for it.',
  fields: (t) => ({
    member: t.field({ type: MemberType, resolve: ({ member }) => member }),
    isIndependent: t.exposeBoolean('isIndependent', {
      description:
        'Whether no person accountable for the request admitted this member, directly or through other members. `member.admissions` says who did.',
    }),
    hasProvedAddress: t.exposeBoolean('hasProvedAddress', {
      description: 'Whether the person has verified their e-mail address. Without it, they cannot decide.',
    }),
    mayDecideNow: t.exposeBoolean('mayDecideNow', {
      description:
        'Whether this approver’s decision would count now. Approvers who are not independent wait for those who are.',
    }),
  }),
});

builder.objectField(ApprovalRequestType, 'approvers', (t) =>
  t.field({
    type: [ApproverType],
    description: `The members who could decide it, and how they were admitted; at most ${listedAtMost}. Empty after the request has ended.`,
    complexity: { field: 5, multiplier: 5 },
    resolve: async (request, _args, ctx) => await listed(ctx, request),
  }),
);

async function listed(ctx: Context, request: ApprovalRequest) {
  if (statusAt(request, ctx.clock.now()) !== 'PENDING') return [];
  const approvers = await undecided(ctx, request.id, await approversOf(ctx, request));
  const mayNow = new Set(whoMayNow(approvers, await requiresIndependence(ctx)));
  return approvers
    .slice(0, listedAtMost)
    .map((approver) => Object.assign(approver, { mayDecideNow: mayNow.has(approver) }));
}
