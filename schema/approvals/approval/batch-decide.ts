import type { ApprovalVerdict } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { eachByItself, type Settled } from '../../command/batch.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import type { Refusal } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { approveRequest } from './approve.ts';
import type { Decision } from './decide.ts';
import { decidingPermission } from './kinds.ts';
import { rejectRequest } from './reject.ts';
import { requestChanges } from './request-changes.ts';
import { ApprovalRequestType, VerdictEnum } from './type.ts';

interface VerdictOnRequest extends Decision {
  verdict: ApprovalVerdict;
}

type Answer = Settled<VerdictOnRequest, { approvalRequest: ApprovalRequest }>;

const verbs = { APPROVE: approveRequest, REJECT: rejectRequest, REQUEST_CHANGES: requestChanges };

/** Decides several requests of somebody else, each as the verb of its verdict does it alone. */
export async function decideRequests(
  ctx: Context,
  { decisions }: { decisions: readonly VerdictOnRequest[] },
): Promise<{ answers: Answer[] }> {
  const answers = await eachByItself(ctx, {
    items: decisions,
    nameOf: ({ approvalRequestId }) => approvalRequestId,
    work: async (part, { verdict, ...decision }) => await verbs[verdict](part, decision),
  });
  return { answers };
}

const VerdictOnRequestInput = builder.inputType('VerdictOnRequest', {
  description: 'One decision of several.',
  fields: (t) => ({
    approvalRequestId: t.id({ required: true, description: 'The request; each is named once.' }),
    subjectDigest: t.string({
      required: true,
      description: 'The request’s `subjectDigest` as the deciding person saw it.',
    }),
    verdict: t.field({ type: VerdictEnum, required: true }),
    comment: t.string({
      description: 'Why. It may be left out of an approval; any other decision takes 10 to 500 characters.',
    }),
  }),
});

const RefusalType = builder.objectRef<Pick<Refusal, 'code' | 'message'>>('DecisionRefusal').implement({
  description: 'Why one decision of several was not taken.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'As of an error, such as `already_decided`.' }),
    message: t.exposeString('message'),
  }),
});

const AnswerType = builder.objectRef<Answer>('DecisionAnswer').implement({
  description: 'What came of one decision of several: the request, or the refusal.',
  fields: (t) => ({
    approvalRequestId: t.id({ resolve: ({ item }) => item.approvalRequestId }),
    approvalRequest: t.field({
      type: ApprovalRequestType,
      nullable: true,
      description: 'As it stands afterwards; null where the decision was refused.',
      resolve: ({ answer }) => answer?.approvalRequest ?? null,
    }),
    refusal: t.field({
      type: RefusalType,
      nullable: true,
      // Not the refusal itself: an error that a resolver returns is thrown.
      resolve: ({ refusal }) => refusal && { code: refusal.code, message: refusal.message },
    }),
  }),
});

builder.relayMutationField(
  'decideRequests',
  {
    inputFields: (t) => ({
      decisions: t.field({
        type: [VerdictOnRequestInput],
        required: true,
        validate: formats.decisions,
        description: `1 to ${formats.maxDecisions}, taken in this order.`,
      }),
    }),
  },
  {
    description:
      'Decides several requests of other people, each as `approveRequest`, `rejectRequest` and `requestChanges` do it ' +
      'alone and by itself: one that is refused holds up no other. Needs `approvals:decide`; each also the permission ' +
      'of its kind. Each counts as a write. Under an Idempotency-Key what was decided is decided once, and what was ' +
      'refused is judged again.',
    authScopes: { can: 'approvals:decide' },
    extensions: { permission: decidingPermission },
    complexity: ({ input }) => ({ field: 1, multiplier: input.decisions.length }),
    resolve: async (_root, { input }, ctx) => await decideRequests(ctx, input),
  },
  {
    outputFields: (t) => ({
      answers: t.field({
        type: [AnswerType],
        description: 'One for each decision, in the order given.',
        complexity: { field: 1, multiplier: 1 },
        resolve: ({ answers }) => answers,
      }),
    }),
  },
);
