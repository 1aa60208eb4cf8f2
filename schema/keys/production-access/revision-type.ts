import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import { Member } from '../../../db/models/member.ts';
import { scopesOf } from '../../kernel/access/scopes.ts';
import { ApprovalRequestType } from '../../approvals/approval/type.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { MemberType } from '../../identity/member/type.ts';
import {
  changesBetween,
  decisionsFor,
  revisionStatus,
  revisionStatuses,
  submittedOf,
  type Change,
} from './revision.ts';
import { revisionsOf, type RevisionRow } from './revisions.ts';
import { ProductionAccessType } from './type.ts';

const StatusEnum = builder.enumType('ProductionAccessRevisionStatus', {
  description:
    'The status of a revision. SUBMITTED: it is pending. SUPERSEDED: the access was suspended or revoked before ' +
    'a decision, or a new request followed a change of the application.',
  values: revisionStatuses,
});

const ChangeType = builder.objectRef<Change>('ProductionAccessChange').implement({
  description: 'A field in which a revision differs from the previous one.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field’s name, such as `useCase`.' }),
    before: t.expose('before', { type: 'JSON' }),
    after: t.expose('after', { type: 'JSON' }),
  }),
});

export const RevisionType = builder.objectRef<RevisionRow>('ProductionAccessRevision').implement({
  description: 'One submission of production access: its content, its result, and its changes.',
  fields: (t) => ({
    revision: t.int({
      description: 'Numbers the submissions from 1.',
      resolve: ({ command }) => submittedOf(command).revision,
    }),
    status: t.field({ type: StatusEnum, resolve: async (row, _args, ctx) => await statusOf(row, ctx) }),
    useCase: t.string({ resolve: ({ command }) => submittedOf(command).useCase }),
    dataCategories: t.stringList({ resolve: ({ command }) => submittedOf(command).dataCategories }),
    expectedVolume: t.string({ resolve: ({ command }) => submittedOf(command).expectedVolume }),
    securityContact: t.string({ resolve: ({ command }) => submittedOf(command).securityContact }),
    requestedProducts: t.stringList({ resolve: ({ command }) => submittedOf(command).requestedProducts }),
    evidenceReceiptIds: t.stringList({ resolve: ({ command }) => submittedOf(command).evidenceReceiptIds }),
    changes: t.field({
      type: [ChangeType],
      description: 'The fields in which it differs from the previous revision. Empty for the first.',
      complexity: { field: 1, multiplier: 6 },
      resolve: ({ command, previousCommand }) =>
        previousCommand ? changesBetween(submittedOf(previousCommand), submittedOf(command)) : [],
    }),
    requestedBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ requestedBy }, _args, ctx) => await ctx.load(Member, requestedBy),
    }),
    approvalRequest: t.field({
      type: ApprovalRequestType,
      nullable: true,
      description: 'The request to approve it. Null if the caller lacks `approvals:read`.',
      resolve: (request, _args, ctx) => (scopesOf(ctx).can('approvals:read') ? request : null),
    }),
    submittedAt: t.expose('createdAt', { type: 'DateTime' }),
    endedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it stopped being pending.',
      resolve: ({ endedAt, expiresAt }, _args, ctx) =>
        endedAt ?? (ctx.clock.now() < expiresAt ? null : expiresAt),
    }),
    reason: t.string({
      nullable: true,
      description: 'The comment of the decision that ended it.',
      resolve: async (row, _args, ctx) => {
        const decisions = decisionsFor(await statusOf(row, ctx), await decisionsOf(row, ctx));
        return decisions.at(-1)?.comment ?? null;
      },
    }),
  }),
});

builder.objectField(ProductionAccessType, 'revisionOfRequest', (t) =>
  t.field({
    type: RevisionType,
    nullable: true,
    description: 'The revision that this request asks to approve. Null if the request has another subject.',
    args: { approvalRequestId: t.arg.id({ required: true }) },
    complexity: 5,
    resolve: async ({ applicationId }, { approvalRequestId }, ctx) =>
      (await revisionsOf(ctx, applicationId).findById(approvalRequestId)) ?? null,
  }),
);

async function statusOf(row: RevisionRow, ctx: Context) {
  return revisionStatus(row, await decisionsOf(row, ctx), ctx.clock.now());
}

async function decisionsOf({ id }: RevisionRow, ctx: Context): Promise<ApprovalDecision[]> {
  return await ctx.loadMany(ApprovalDecision, 'requestId', id);
}
