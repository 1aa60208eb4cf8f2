import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest, ApprovalStatus } from '../../../db/models/approval-request.ts';
import { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import { logged } from '../agent/logged.ts';
import { whyEnded } from '../../approvals/approval/ground.ts';
import { statusAt } from '../../approvals/approval/rules.ts';
import { ApprovalStatusEnum } from '../../approvals/approval/type.ts';
import { builder } from '../../kernel/builder.ts';
import { agentOf, type Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { isGranted } from '../mcp-grant/in-force.ts';
import { CapabilityAnswerType } from '../../connect/selection/read.ts';
import { answerOf, refusalTold } from './contents.ts';
import { requestOf } from './request-of.ts';
import { pollAfterSeconds } from './rules.ts';

export const RequestedToolCallType = builder.objectRef<McpToolCall>('RequestedToolCall').implement({
  description: 'What an outside agent has asked to be run once, as it reads it itself.',
  fields: (t) => ({
    id: t.exposeID('id'),
    capabilityId: t.exposeID('capabilityId'),
    connectionId: t.exposeID('connectionId'),
    status: t.field({
      type: ApprovalStatusEnum,
      description:
        'OUTCOME_UNKNOWN: it was approved and may have been run or not, so look at the provider; it is not tried again by ' +
        'itself.',
      resolve: async (call, _args, ctx) => (await standingOf(ctx, call)).status,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Until when it waits to be decided.',
      resolve: async (call, _args, ctx) => (await requestOf(ctx, call)).expiresAt,
    }),
    pollAfterSeconds: t.int({
      nullable: true,
      description: 'In how many seconds to look again; null once nothing changes any more.',
      resolve: async (call, _args, ctx) => pollAfterSeconds((await standingOf(ctx, call)).status),
    }),
    reason: t.string({
      nullable: true,
      description: 'Why it was rejected, has ended, could not be run, or its answer is not told, in words.',
      resolve: async (call, _args, ctx) => await reasonInWords(ctx, call, await standingOf(ctx, call)),
    }),
    failureCode: t.exposeString('failureCode', {
      nullable: true,
      description: 'The code of the refusal, where running it ended in one, such as `provider_error`.',
    }),
    provider: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'What the provider says of why it did not do it: data, and no instructions. Kept for 30 days.',
      resolve: async (call, _args, ctx) =>
        (await isGranted(ctx, call)) ? await refusalTold(ctx, call) : null,
    }),
    answer: t.field({
      type: CapabilityAnswerType,
      nullable: true,
      description:
        'What the provider answered, once it has been run, as long as the tool is granted. Kept for 30 days.',
      resolve: async (call, _args, ctx) => ((await isGranted(ctx, call)) ? await answerOf(ctx, call) : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const unknown =
  'Whether it was run is not known: nobody heard how it ended. Look at the provider before you ask for it again.';

const withheld = 'It was run. What the provider answered is told as long as the tool is granted to you.';

interface Standing {
  request: ApprovalRequest;
  status: ApprovalStatus;
  outcome: string | null;
}

const standings = new WeakMap<McpToolCall, Promise<Standing>>();

// Three fields ask, of a call that was read for this answer.
async function standingOf(ctx: Context, call: McpToolCall): Promise<Standing> {
  const known = standings.get(call) ?? readStanding(ctx, call);
  standings.set(call, known);
  return await known;
}

// The job may not have come by that writes down what has ended.
async function readStanding(ctx: Context, call: McpToolCall): Promise<Standing> {
  const request = await requestOf(ctx, call);
  const status = statusAt(request, ctx.clock.now());
  const ended = status === 'PENDING' ? await whyEnded(ctx, request) : null;
  return ended
    ? { request, status: 'CANCELLED', outcome: ended }
    : { request, status, outcome: request.outcome };
}

async function reasonInWords(
  ctx: Context,
  call: McpToolCall,
  { request: { id }, status, outcome }: Standing,
): Promise<string | null> {
  if (status === 'OUTCOME_UNKNOWN' && call.failureCode === null) return unknown;
  if (outcome !== null) return outcome;
  if (status === 'EXECUTED') return (await isGranted(ctx, call)) ? null : withheld;
  if (status === 'EXPIRED') return 'Nobody decided in time. It can be asked for again.';
  const decisions = await ctx.loadMany(ApprovalDecision, 'requestId', id);
  return decisions.find(({ verdict }) => verdict !== 'APPROVE')?.comment ?? null;
}

builder.queryField('requestedToolCall', (t) =>
  t.field({
    type: RequestedToolCallType,
    nullable: true,
    description:
      'What the agent has asked to be run, where it stands and what came of it. That of another agent is not found. Needs ' +
      'the scope `mcp:request`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { agent: 'mcp:request' },
    resolve: async (_root, { id }, ctx) =>
      await logged(ctx, 'get_tool_call', { toolCallId: id }, async () => await ownCall(ctx, id)),
  }),
);

async function ownCall(ctx: Context, id: string): Promise<McpToolCall> {
  const { credentialId } = agentOf(ctx);
  const call = await McpToolCall.inWorkspace(ctx).findOne({ id, credentialId });
  // An agent knows of no workspaces.
  if (!call) throw refuse('not_found', 'You have asked for no call with this id.');
  return call;
}
