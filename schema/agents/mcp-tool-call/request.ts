import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import type { McpCredential } from '../../../db/models/mcp-credential.ts';
import { assertGranted, type Granted, type Meant } from '../agent/granted.ts';
import { logged, type Subject } from '../agent/logged.ts';
import { selectedByAgent } from '../agent/selected.ts';
import { endObsolete } from '../../approvals/approval/end-obsolete.ts';
import { openApproval } from '../../approvals/approval/open.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { agentOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { endOf } from '../../values/expiry.ts';
import * as agentFormats from '../../values/agent-formats.ts';
import { assertArguments } from '../../connect/gateway/validate.ts';
import { boundsOf } from '../../connect/gateway/provider.ts';
import { newId } from '../../values/id.ts';
import { lockCredential } from '../../identity/mcp-credential/find.ts';
import { limitsOf } from '../mcp-grant/in-force.ts';
import { secondsAfter } from '../../values/time.ts';
import { digestOfArguments, sealArguments } from './contents.ts';
import { callsUnderWay } from './find.ts';
import { RequestedToolCallType } from './requested-type.ts';
import { maxMinutes, maxUnderWay, usualMinutes } from './rules.ts';
import { toEventData } from './event-data.ts';
import { wordsFor } from './summary.ts';

interface RequestToolCall {
  selection: string;
  capabilityId?: string | null | undefined;
  arguments?: unknown;
  purpose?: string | null | undefined;
  expiresInMinutes?: number | null | undefined;
}

interface Asked extends Meant {
  rows: number;
  argumentsDigest: Buffer;
  purpose: string | null;
  minutes: number;
}

/**
 * Requests one run of the selected capability with these arguments. A person who is not accountable for the
 * agent must approve it. If the same call is already requested and may still run, returns that call.
 */
export async function requestToolCall(ctx: Context, input: RequestToolCall, about: Subject = {}) {
  return await ctx.transaction(
    async (tx, asked) => {
      const credential = await lockCredential(tx, agentOf(tx).credentialId);
      const granted = await assertGranted(tx, asked);
      await endObsoleteRequestOf(tx, await duplicateOf(tx, asked));
      const twin = await duplicateOf(tx, asked);
      return { toolCall: twin ?? (await park(tx, credential, granted, asked)) };
    },
    async () => {
      const asked = await askedIn(ctx, input);
      about.capabilityId = asked.capabilityId;
      const { capability } = await assertGranted(ctx, asked);
      await assertArguments(ctx, { capability, arguments: asked.arguments });
      return asked;
    },
  );
}

async function askedIn(ctx: Context, input: RequestToolCall): Promise<Asked> {
  const { arguments: given, purpose = null, expiresInMinutes, ...named } = input;
  const selected = await selectedByAgent(ctx, named);
  if (selected.mode !== 'write')
    throw refuse(
      'invalid_request',
      'This capability only reads, so it needs no approval. Read it with read_capability.',
    );
  const args = (given ?? {}) as Record<string, unknown>;
  return {
    ...selected,
    arguments: args,
    argumentsDigest: digestOfArguments(ctx, args),
    purpose,
    minutes: expiresInMinutes ?? usualMinutes,
  };
}

// The credential is locked, so the second of two identical concurrent requests finds the first.
async function duplicateOf(tx: TransactionContext, asked: Asked): Promise<McpToolCall | undefined> {
  const { capabilityId, connectionId, versionId, digest, argumentsDigest } = asked;
  return await callsUnderWay(tx, agentOf(tx).credentialId)
    .where({
      'mcpToolCall.capabilityId': capabilityId,
      'mcpToolCall.connectionId': connectionId,
      'mcpToolCall.versionId': versionId,
      'mcpToolCall.digest': Buffer.from(digest, 'hex'),
      'mcpToolCall.argumentsDigest': argumentsDigest,
    })
    .first();
}

// A request that nobody can approve any more, such as after a change of its grant, must not block a new one.
// Decisions lock the request before the credential. This order is the reverse, so it skips a locked request.
async function endObsoleteRequestOf(tx: TransactionContext, twin: McpToolCall | undefined): Promise<void> {
  if (!twin?.approvalRequestId) return;
  const pending = await ApprovalRequest.inWorkspace(tx)
    .findOne({ id: twin.approvalRequestId, status: 'PENDING' })
    .forNoKeyUpdate()
    .skipLocked();
  await endObsolete(tx, pending ?? null);
}

async function park(
  tx: TransactionContext,
  credential: McpCredential,
  granted: Granted,
  asked: Asked,
): Promise<McpToolCall> {
  await assertRoom(tx, credential);
  const now = tx.clock.now();
  const { workspaceId } = credential;
  const { versionId, capabilityId, connectionId, argumentsDigest, purpose, rows } = asked;
  const id = newId('mcpToolCall');
  await McpToolCall.query(tx.knex).insert({
    id,
    workspaceId,
    credentialId: credential.id,
    versionId,
    capabilityId,
    connectionId,
    digest: granted.capability.digest,
    argumentsDigest,
    argumentLimits: await limitsOf(tx, granted.grant),
    sealedSaid: await sealArguments(tx, { id, workspaceId }, { arguments: asked.arguments, purpose }),
    bounds: { ...boundsOf(granted.capability), rows },
    createdAt: now,
    updatedAt: now,
  });
  const { expiresOn, retiresAt } = granted.grant;
  const ends = [secondsAfter(now, asked.minutes * 60), endOf(credential.expiresOn), endOf(expiresOn)];
  if (retiresAt) ends.push(retiresAt);
  const { id: approvalRequestId } = await openApproval(tx, {
    kind: 'MCP_TOOL_CALL',
    subjectType: 'mcp_tool_call',
    subjectId: id,
    ...(await wordsFor(tx, { ...asked, agent: credential.name, capability: granted.capability })),
    expiresAt: new Date(Math.min(...ends.map((end) => end.getTime()))),
  });
  const toolCall = await McpToolCall.change(tx.knex, id, now, { approvalRequestId });
  await record(tx, 'mcp_tool_call.requested', { subject: toolCall, data: toEventData(toolCall) });
  return toolCall;
}

async function assertRoom(tx: TransactionContext, { id }: McpCredential): Promise<void> {
  if ((await callsUnderWay(tx, id).resultSize()) < maxUnderWay) return;
  throw refuse(
    'limit_reached',
    `${maxUnderWay} of your calls are in progress, the maximum. Wait until some are decided.`,
  );
}

builder.relayMutationField(
  'requestGrantedCapability',
  {
    inputFields: (t) => ({
      selection: t.string({
        required: true,
        validate: agentFormats.selection,
        description: 'The selection that `grantedCapability` returned to the same agent.',
      }),
      capabilityId: t.id({ description: 'If set, the selection must belong to this capability.' }),
      arguments: t.field({
        type: 'JSON',
        validate: agentFormats.capabilityArguments.optional(),
        description: 'An object that matches the capability’s `inputSchema`; by default an empty one.',
      }),
      purpose: t.string({
        validate: agentFormats.purpose.optional(),
        description: 'The reason, for the approvers; up to 500 characters.',
      }),
      expiresInMinutes: t.int({
        validate: agentFormats.waitingMinutes.optional(),
        description: `How many minutes it may wait for a decision: 1 to ${maxMinutes}, by default ${usualMinutes}.`,
      }),
    }),
  },
  {
    description:
      'Requests one call of a capability that changes data, with exactly these arguments. A person not ' +
      'accountable for the agent decides (`no_eligible_approver` if none can). After approval the server checks ' +
      'the request again and runs it at most once. A pending request with the same arguments is returned ' +
      'unchanged. Errors: `selection_stale` and `validation_failed` as for `readGrantedCapability`; ' +
      '`limit_reached`. Needs the scope `mcp:request`.',
    authScopes: { agent: 'mcp:request' },
    resolve: async (_root, { input }, ctx) => {
      const { capabilityId } = input;
      const ask = async (about: Subject) => await requestToolCall(ctx, input, about);
      return await logged(ctx, 'request_capability', { capabilityId }, ask);
    },
  },
  {
    outputFields: (t) => ({
      toolCall: t.field({ type: RequestedToolCallType, resolve: ({ toolCall }) => toolCall }),
    }),
  },
);
