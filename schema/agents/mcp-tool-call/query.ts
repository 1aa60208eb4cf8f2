import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import { whereStatus } from '../../approvals/approval/find.ts';
import { ApprovalStatusEnum } from '../../approvals/approval/type.ts';
import { builder } from '../../kernel/builder.ts';
import { notFound } from '../../values/errors.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { McpToolCallType } from './type.ts';

builder.queryField('mcpToolCalls', (t) =>
  t.connection({
    type: McpToolCallType,
    nullable: true,
    description: 'The calls that outside agents requested, oldest first. Needs `tool_calls:read`.',
    args: {
      credentialId: t.arg.id({ description: 'Only calls of this MCP credential.' }),
      status: t.arg({ type: [ApprovalStatusEnum], description: 'The statuses to list. By default all.' }),
    },
    authScopes: { can: 'tool_calls:read' },
    complexity: pageCost,
    resolve: async (_root, { credentialId, status, ...args }, ctx) => {
      const calls = McpToolCall.inWorkspace(ctx);
      if (credentialId) void calls.where({ credentialId });
      if (status) {
        const requests = whereStatus(ApprovalRequest.inWorkspace(ctx), status, ctx.clock.now());
        void calls.whereIn('approvalRequestId', requests.select('id'));
      }
      return await pageOf(calls, args);
    },
  }),
);

builder.queryField('mcpToolCall', (t) =>
  t.field({
    type: McpToolCallType,
    nullable: true,
    description:
      'One tool call. Its arguments are only for members who may approve it. Needs `tool_calls:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'tool_calls:read' },
    resolve: async (_root, { id }, ctx) => {
      const call = await McpToolCall.inWorkspace(ctx).findById(id);
      if (!call) throw notFound(ctx, 'tool call');
      return call;
    },
  }),
);
