import type { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/** Returns the event data of a call, which never contains its arguments. */
export function toEventData(call: McpToolCall): EventData<'mcp_tool_call.requested'> {
  const { credentialId, versionId, capabilityId, connectionId, approvalRequestId, failureCode } = call;
  const argumentsDigest = call.argumentsDigest.toString('hex');
  const from = { credentialId, versionId, capabilityId, connectionId };
  return { ...from, approvalRequestId, argumentsDigest, failureCode };
}
