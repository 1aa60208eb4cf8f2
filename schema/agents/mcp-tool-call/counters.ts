import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { whereDecidableBy } from '../../approvals/approval/decidable.ts';
import { kindOf } from '../../approvals/approval/kinds.ts';
import { knownOf } from '../../kernel/context.ts';
import { addCounter } from '../../kernel/counters.ts';

addCounter('toolCallsWaiting', {
  needs: 'tool_calls:read',
  description:
    'How many pending tool calls the caller could approve now. `approvalsWaiting` counts them too. ' +
    '`approvalRequests` lists them by `decidableByMe` and the kind MCP_TOOL_CALL.',
  count: async (ctx) => {
    const query = ApprovalRequest.inWorkspace(ctx);
    const among = [kindOf('MCP_TOOL_CALL')];
    return (await whereDecidableBy(ctx, knownOf(ctx), query, among)) ? await query.resultSize() : 0;
  },
});
