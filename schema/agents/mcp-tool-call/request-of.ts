import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import type { Context } from '../../kernel/context.ts';

/** Returns the approval request of a call, which has the call's status. */
export async function requestOf(
  ctx: Context,
  { id, approvalRequestId }: McpToolCall,
): Promise<ApprovalRequest> {
  const request = approvalRequestId && (await ctx.load(ApprovalRequest, approvalRequestId));
  if (!request) throw new Error(`The request to approve ${id} does not exist.`);
  return request;
}
