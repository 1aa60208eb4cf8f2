import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { builder } from '../../kernel/builder.ts';
import { knownOf } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { whereStatus } from './find.ts';
import { pageCost, pageOf, totalCount } from '../../kernel/page.ts';
import { whereDecidableBy } from './decidable.ts';
import { ApprovalKindEnum, ApprovalRequestType, ApprovalStatusEnum } from './type.ts';

builder.queryField('approvalRequests', (t) =>
  t.connection(
    {
      type: ApprovalRequestType,
      nullable: true,
      description: 'The approval requests and their decisions, oldest first. Needs `approvals:read`.',
      args: {
        status: t.arg({ type: [ApprovalStatusEnum], description: 'The statuses to list. By default all.' }),
        subjectId: t.arg.id({ description: 'Only requests about this resource.' }),
        kind: t.arg({ type: [ApprovalKindEnum], description: 'The kinds to list. By default all.' }),
        requestedBy: t.arg.id({ description: 'Only requests of this member, also by their agents.' }),
        decidableByMe: t.arg.boolean({
          description:
            'With true, only the pending requests that the caller could approve now, as `counters.approvalsWaiting` counts them.',
        }),
      },
      authScopes: { can: 'approvals:read' },
      complexity: pageCost,
      resolve: async (_root, { status, subjectId, kind, requestedBy, decidableByMe, ...args }, ctx) => {
        const query = ApprovalRequest.inWorkspace(ctx);
        if (subjectId) query.where({ subjectId });
        if (kind) void query.whereIn('kind', kind);
        if (requestedBy) query.where({ requestedBy });
        if (decidableByMe && !(await whereDecidableBy(ctx, knownOf(ctx), query)))
          void query.whereRaw('false');
        if (status) void whereStatus(query, status, ctx.clock.now());
        return await pageOf(query, args);
      },
    },
    { fields: (f) => ({ totalCount: f.int(totalCount) }) },
  ),
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
