import { ApprovalDecision, approvalVerdicts } from '../../../db/models/approval-decision.ts';
import { approvalKinds, approvalStatuses, ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../../identity/member/type.ts';
import { statusAt } from './rules.ts';

export const ApprovalStatusEnum = builder.enumType('ApprovalStatus', { values: approvalStatuses });
export const ApprovalKindEnum = builder.enumType('ApprovalKind', { values: approvalKinds });
export const VerdictEnum = builder.enumType('ApprovalVerdict', { values: approvalVerdicts });

const DecisionType = builder.objectRef<ApprovalDecision>('ApprovalDecision').implement({
  description: 'One person’s decision. It never changes.',
  fields: (t) => ({
    id: t.exposeID('id'),
    member: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ memberId }, _args, ctx) => await ctx.load(Member, memberId),
    }),
    verdict: t.expose('verdict', { type: VerdictEnum }),
    comment: t.exposeString('comment', { nullable: true }),
    digestSeen: t.string({
      description: 'The digest that the person decided on, in hex.',
      resolve: ({ digestSeen }) => digestSeen.toString('hex'),
    }),
    isIndependent: t.exposeBoolean('isIndependent', {
      description:
        'Whether no person accountable for the request had admitted this person. If false, no independent approver ' +
        'existed, and the server mailed every owner.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const SubjectType = builder.objectRef<{ type: string; id: string }>('ApprovalSubject').implement({
  description: 'The subject of a request.',
  fields: (t) => ({ type: t.exposeString('type'), id: t.exposeID('id') }),
});

export const ApprovalRequestType = rowRef<ApprovalRequest>(ApprovalRequest, 'ApprovalRequest').implement({
  description: 'A command that needs the decision of a different person.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: ApprovalKindEnum }),
    status: t.field({
      type: ApprovalStatusEnum,
      resolve: (request, _args, ctx) => statusAt(request, ctx.clock.now()),
    }),
    subject: t.field({
      type: SubjectType,
      resolve: ({ subjectType, subjectId }) => ({ type: subjectType, id: subjectId }),
    }),
    subjectDigest: t.string({
      description:
        'SHA-256 over the subject of the decision, in hex; a decision must name it. It covers the command and its ' +
        'subject. For production access these are the submission and the application’s name and description. For a ' +
        'deletion it is the content of the workspace.',
      resolve: ({ subjectDigest }) => subjectDigest.toString('hex'),
    }),
    command: t.expose('command', {
      type: 'JSON',
      description: 'The command that the server executes after approval.',
    }),
    summary: t.exposeString('summary'),
    requestedBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ requestedBy }, _args, ctx) => await ctx.load(Member, requestedBy),
    }),
    mcpCredentialId: t.exposeID('mcpCredentialId', {
      nullable: true,
      description:
        'The credential of the outside agent that asked in that member’s name. Null if no agent did.',
    }),
    quorum: t.exposeInt('quorum', { description: 'How many approvals it needs.' }),
    decisions: t.field({
      type: [DecisionType],
      complexity: { field: 1, multiplier: 5 },
      resolve: async ({ id }, _args, ctx) => await ctx.loadMany(ApprovalDecision, 'requestId', id),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    outcome: t.exposeString('outcome', {
      nullable: true,
      description:
        'How the execution went, or why the server ended the request. OUTCOME_UNKNOWN: the execution may have ' +
        'happened, and the server never repeats it. Check the target.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
