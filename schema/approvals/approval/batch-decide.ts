import type { ApprovalVerdict } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { runBatch, type Settled } from '../../command/batch.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { approveRequest } from './approve.ts';
import type { Decision } from './decide.ts';
import { DecisionRefusalType, toldRefusal } from './decision-refusal.ts';
import { decidingPermission } from './kinds.ts';
import { rejectRequest } from './reject.ts';
import { requestChanges } from './request-changes.ts';
import { ApprovalRequestType, VerdictEnum } from './type.ts';

interface VerdictOnRequest extends Decision {
  verdict: ApprovalVerdict;
}

type Answer = Settled<VerdictOnRequest, { approvalRequest: ApprovalRequest }>;

const verbs = { APPROVE: approveRequest, REJECT: rejectRequest, REQUEST_CHANGES: requestChanges };

/** Decides several requests of other persons, each like the command of its verdict. */
export async function decideRequests(
  ctx: Context,
  { decisions }: { decisions: readonly VerdictOnRequest[] },
): Promise<{ answers: Answer[] }> {
  const answers = await runBatch(ctx, {
    items: decisions,
    nameOf: ({ approvalRequestId }) => approvalRequestId,
    work: async (part, { verdict, ...decision }) => await verbs[verdict](part, decision),
  });
  return { answers };
}

const VerdictOnRequestInput = builder.inputType('VerdictOnRequest', {
  description: 'One decision of a batch.',
  fields: (t) => ({
    approvalRequestId: t.id({
      required: true,
      description: 'The request. A batch contains each request at most once.',
    }),
    subjectDigest: t.string({
      required: true,
      description: 'The request’s `subjectDigest` as the deciding person read it.',
    }),
    verdict: t.field({ type: VerdictEnum, required: true }),
    comment: t.string({
      description: 'The reason. Optional for an approval; every other decision needs 10 to 500 characters.',
    }),
  }),
});

const AnswerType = builder.objectRef<Answer>('DecisionAnswer').implement({
  description: 'The result of one decision of a batch: the request or a refusal.',
  fields: (t) => ({
    approvalRequestId: t.id({ resolve: ({ item }) => item.approvalRequestId }),
    approvalRequest: t.field({
      type: ApprovalRequestType,
      nullable: true,
      description: 'The request after the decision. Null if the server refused the decision.',
      resolve: ({ answer }) => answer?.approvalRequest ?? null,
    }),
    refusal: t.field({
      type: DecisionRefusalType,
      nullable: true,
      resolve: ({ refusal }) => refusal && toldRefusal(refusal),
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
        description: `1 to ${formats.maxDecisions} decisions, processed in this order.`,
      }),
    }),
  },
  {
    description:
      'Decides several requests, each like `approveRequest`, `rejectRequest` or `requestChanges`. A refused ' +
      'decision does not stop the others. Each counts as a write. A repeat under the same Idempotency-Key returns ' +
      'earlier decisions and judges refused ones again. Needs `approvals:decide`, and for each request the ' +
      'permission of its kind.',
    authScopes: { can: 'approvals:decide' },
    extensions: { permission: decidingPermission },
    complexity: ({ input }) => ({ field: 1, multiplier: input.decisions.length }),
    resolve: async (_root, { input }, ctx) => await decideRequests(ctx, input),
  },
  {
    outputFields: (t) => ({
      answers: t.field({
        type: [AnswerType],
        description: 'One result for each decision, in the given order.',
        complexity: { field: 1, multiplier: 1 },
        resolve: ({ answers }) => answers,
      }),
    }),
  },
);
