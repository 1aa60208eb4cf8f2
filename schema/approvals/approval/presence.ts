import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { MemberType } from '../../identity/member/type.ts';
import { assertPermission, permits } from '../../kernel/access/permissions.ts';
import { scopesOf } from '../../kernel/access/scopes.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import type { Lookers } from '../../kernel/ports/presence.ts';
import { notFound } from '../../values/errors.ts';
import { requestFields } from './fields.ts';
import { decidingPermission, kindOf } from './kinds.ts';

const toldAtMost = 20;

/** Says for 20 seconds that the caller looks at a request. It changes no row and leaves no audit entry. */
export async function lookAt(ctx: Context, { approvalRequestId }: { approvalRequestId: string }) {
  const approvalRequest = await readDecidable(ctx, approvalRequestId);
  ctx.presence.look({ requestId: approvalRequest.id, memberId: memberOf(ctx).memberId });
  return { approvalRequest };
}

/** Returns the request if the caller's role decides requests of its kind. */
async function readDecidable(ctx: Context, id: string): Promise<ApprovalRequest> {
  const request = await ApprovalRequest.inWorkspace(ctx).findById(id);
  if (!request) throw notFound(ctx, 'approval request');
  assertPermission(memberOf(ctx), kindOf(request.kind).deciding);
  return request;
}

builder.relayMutationField(
  'lookAt',
  { inputFields: (t) => ({ approvalRequestId: t.id({ required: true, description: 'The request.' }) }) },
  {
    description:
      'Tells the others who may decide a request that the caller looks at it, for 20 seconds. A screen repeats it ' +
      'every 10 seconds. It leaves no audit entry. Needs `approvals:decide` and the permission of the kind.',
    authScopes: { can: 'approvals:decide' },
    extensions: { permission: decidingPermission },
    resolve: async (_root, { input }, ctx) => await lookAt(ctx, input),
  },
  { outputFields: requestFields },
);

const LookersChangedType = builder.objectRef<Lookers>('LookersChanged').implement({
  description: 'The members who look at an approval request now.',
  fields: (t) => ({
    approvalRequestId: t.exposeID('requestId'),
    lookers: t.field({
      type: [MemberType],
      description: `The members, also the caller, at most ${toldAtMost}. A member who may no longer decide the request is omitted.`,
      resolve: async (lookers, _args, ctx) => await present(ctx, lookers),
    }),
  }),
});

// Both roles may have changed since: the reader's and those of the members who look.
async function present(ctx: Context, { requestId, memberIds }: Lookers): Promise<Member[]> {
  const request = await ctx.load(ApprovalRequest, requestId);
  if (!request) return [];
  const { deciding } = kindOf(request.kind);
  if (!scopesOf(ctx).can(deciding)) return [];
  const members = await Promise.all(memberIds.map(async (id) => await ctx.load(Member, id)));
  return members
    .filter((member) => member !== null)
    .filter(
      (member) =>
        member.workspaceId === request.workspaceId &&
        member.status === 'ACTIVE' &&
        permits(member, 'approvals:decide') &&
        permits(member, deciding),
    )
    .slice(0, toldAtMost);
}

builder.subscriptionField('lookersChanged', (t) =>
  t.field({
    type: LookersChangedType,
    description:
      'The members who look at a request: those who do now, then each change. It has no cursor, since nothing is ' +
      'stored. Needs `approvals:decide` and the permission of the kind.',
    args: { approvalRequestId: t.arg.id({ required: true, description: 'The request.' }) },
    authScopes: { can: 'approvals:decide' },
    extensions: { permission: decidingPermission },
    subscribe: async (_root, { approvalRequestId }, ctx) => {
      const { id } = await readDecidable(ctx, approvalRequestId);
      return ctx.presence.follow(id);
    },
    resolve: (lookers) => lookers,
  }),
);
