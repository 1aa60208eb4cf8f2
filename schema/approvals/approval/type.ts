import { ApprovalDecision, approvalVerdicts } from '../../../db/models/approval-decision.ts';
import {
  approvalKinds,
  approvalStatuses,
  type ApprovalRequest,
} from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { MemberType } from '../../identity/member/type.ts';
import { statusAt } from './rules.ts';

export const ApprovalStatusEnum = builder.enumType('ApprovalStatus', { values: approvalStatuses });
export const ApprovalKindEnum = builder.enumType('ApprovalKind', { values: approvalKinds });
export const VerdictEnum = builder.enumType('ApprovalVerdict', { values: approvalVerdicts });

const DecisionType = builder.objectRef<ApprovalDecision>('ApprovalDecision').implement({
  description: 'What one person decided. Never changed.',
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
      description: 'The digest that the decision was made on, in hex.',
      resolve: ({ digestSeen }) => digestSeen.toString('hex'),
    }),
    isIndependent: t.exposeBoolean('isIndependent', {
      description:
        'Whether nobody behind the request had let this person in. False: nobody independent could decide, and every ' +
        'owner was told by mail.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const SubjectType = builder.objectRef<{ type: string; id: string }>('ApprovalSubject').implement({
  description: 'What a request is about.',
  fields: (t) => ({ type: t.exposeString('type'), id: t.exposeID('id') }),
});

export const ApprovalRequestType = builder.objectRef<ApprovalRequest>('ApprovalRequest').implement({
  description: 'A command that waits for a different person’s decision. Spec §5.10.',
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
        'SHA-256 over what is decided, in hex; a decision names it, and stands for nothing else. It covers the command ' +
        'and what that is about: of production access the submission and the application’s name and description, of a ' +
        'deletion what stands in the workspace.',
      resolve: ({ subjectDigest }) => subjectDigest.toString('hex'),
    }),
    command: t.expose('command', { type: 'JSON', description: 'What is done once it is approved.' }),
    summary: t.exposeString('summary'),
    requestedBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ requestedBy }, _args, ctx) => await ctx.load(Member, requestedBy),
    }),
    mcpCredentialId: t.exposeID('mcpCredentialId', {
      nullable: true,
      description: 'Of the outside agent that asked in that member’s name; null where it was none.',
    }),
    quorum: t.exposeInt('quorum', { description: 'How many have to approve.' }),
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
        'How the execution went, or why the request ended without anybody’s doing. OUTCOME_UNKNOWN: nobody knows whether it ' +
        'was done, so look where it was to be done; it is never tried again by itself.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
