import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { MemberType } from '../../identity/member/type.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { approversOf, requiresIndependence, undecided, type Approver } from './approvers.ts';
import { statusAt, whoMayNow } from './rules.ts';
import { ApprovalRequestType } from './type.ts';

const listedAtMost = 50;

const ApproverType = builder.objectRef<Approver & { mayDecideNow: boolean }>('ApprovalApprover').implement({
  description: 'Somebody whose role decides a request, who is not behind it and was there before it.',
  fields: (t) => ({
    member: t.field({ type: MemberType, resolve: ({ member }) => member }),
    isIndependent: t.exposeBoolean('isIndependent', {
      description:
        'Whether nobody behind the request let this member in, not even along a chain; `member.admissions` says who did.',
    }),
    hasProvedAddress: t.exposeBoolean('hasProvedAddress', {
      description: 'Whether the person has proved their e-mail address, without which nobody decides.',
    }),
    mayDecideNow: t.exposeBoolean('mayDecideNow', {
      description:
        'Whether a decision of theirs would count now. An approver who is not independent waits for those who are.',
    }),
  }),
});

builder.objectField(ApprovalRequestType, 'approvers', (t) =>
  t.field({
    type: [ApproverType],
    description: `Who could decide it, and how they came in; at most ${listedAtMost}. Empty once it waits no more.`,
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
