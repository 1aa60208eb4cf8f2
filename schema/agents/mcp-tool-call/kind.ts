import { Capability } from '../../../db/models/capability.ts';
import { Connection } from '../../../db/models/connection.ts';
import { registerKind, type Ending, type Executed } from '../../approvals/approval/kinds.ts';
import { record } from '../../records/audit/record.ts';
import { grantOf, limitsOf } from '../mcp-grant/in-force.ts';
import { reviewedOf } from '../mcp-server/content.ts';
import { lockCall } from './find.ts';
import { callEnd } from './prerequisites.ts';
import { runToolCall } from './run.ts';
import { toEventData } from './event-data.ts';

const eventOf = {
  REJECTED: 'mcp_tool_call.rejected',
  CHANGES_REQUESTED: 'mcp_tool_call.rejected',
  CANCELLED: 'mcp_tool_call.cancelled',
  SUPERSEDED: 'mcp_tool_call.cancelled',
  EXPIRED: 'mcp_tool_call.expired',
} as const satisfies Record<Ending, string>;

const executedOf = {
  SUCCEEDED: 'mcp_tool_call.executed',
  FAILED: 'mcp_tool_call.failed',
  UNKNOWN: 'mcp_tool_call.outcome_unknown',
} as const satisfies Record<Executed, string>;

registerKind({
  kind: 'MCP_TOOL_CALL',
  asking: null,
  deciding: 'tool_calls:approve',
  lifeDays: 1,
  quorum: 1,
  titleOf: ({ command }) => `A tool call of the agent ${String(command['agent'])}`,
  subjectOf: async (tx, id) => {
    const call = await lockCall(tx, id);
    const capability = await Capability.inWorkspace(tx).findById(call.capabilityId).throwIfNotFound();
    const connection = await Connection.inWorkspace(tx).findById(call.connectionId).throwIfNotFound();
    const grant = await grantOf(tx, call);
    return {
      ...reviewedOf({ capability, connection }),
      credentialId: call.credentialId,
      versionId: call.versionId,
      arguments: call.argumentsDigest.toString('hex'),
      grant: grant && { id: grant.id, argumentLimits: await limitsOf(tx, grant) },
    };
  },
  subjectEnd: callEnd,
  // Longer than the gateway's limit for a provider, so that a provider's timeout is reported as such.
  execution: { form: 'OUTSIDE', doneBy: 'the provider', seconds: 120, act: runToolCall },
  executed: async (tx, { subjectId }, how) => {
    const call = await lockCall(tx, subjectId);
    await record(tx, executedOf[how], { subject: call, data: toEventData(call) });
  },
  end: async (tx, { subjectId }, { ending, comment }) => {
    const call = await lockCall(tx, subjectId);
    await record(tx, eventOf[ending], { subject: call, data: toEventData(call), reason: comment });
  },
});
