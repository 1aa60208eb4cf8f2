import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { builder } from '../../kernel/builder.ts';
import { notFound } from '../../values/errors.ts';
import { whereStatus } from './find.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { ApprovalRequestType, ApprovalStatusEnum } from './type.ts';

builder.queryField('approvalRequests', (t) =>
  t.connection({
    type: ApprovalRequestType,
    nullable: true,
    description: 'What was asked for and who decided it, oldest first. Needs `approvals:read`.',
    args: {
      status: t.arg({ type: [ApprovalStatusEnum], description: 'Which states to list; all without it.' }),
      subjectId: t.arg.id({ description: 'Only what is about this.' }),
    },
    authScopes: { can: 'approvals:read' },
    complexity: pageCost,
    resolve: async (_root, { status, subjectId, ...args }, ctx) => {
      const query = ApprovalRequest.inWorkspace(ctx);
      if (subjectId) query.where({ subjectId });
      if (status) void whereStatus(query, status, ctx.clock.now());
      return await pageOf(query, args);
    },
  }),
);

builder.queryField('approvalRequest', (t) =>
  t.field({
    type: ApprovalRequestType,
    nullable: true,
    description: 'One request with its decisions. Needs `approvals:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'approvals:read' },
    resolve: async (_root, { id }, ctx) => {
      const request = await ApprovalRequest.inWorkspace(ctx).findById(id);
      if (!request) throw notFound(ctx, 'approval request');
      return request;
    },
  }),
);
