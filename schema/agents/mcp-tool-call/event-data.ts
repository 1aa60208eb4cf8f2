import type { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/** What events tell of a call: never what its arguments are. */
export function toEventData(call: McpToolCall): EventData<'mcp_tool_call.requested'> {
  const { credentialId, versionId, capabilityId, connectionId, approvalRequestId, failureCode } = call;
  const argumentsDigest = call.argumentsDigest.toString('hex');
  const from = { credentialId, versionId, capabilityId, connectionId };
  return { ...from, approvalRequestId, argumentsDigest, failureCode };
}
