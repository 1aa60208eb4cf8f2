import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Event } from '../../../db/models/event.ts';
import { builder } from '../../kernel/builder.ts';
import { afterArg, followEvents, messageFields } from '../../records/event/subscription.ts';
import { ApprovalRequestType } from './type.ts';

const ApprovalRequestChangedType = builder.objectRef<Event>('ApprovalRequestChanged').implement({
  description: 'A change of an approval request.',
  fields: (t) => ({
    ...messageFields(t),
    approvalRequest: t.field({
      type: ApprovalRequestType,
      nullable: true,
      description: 'The current request. It is at least as recent as the event.',
      resolve: async ({ resource }, _args, ctx) => await ctx.load(ApprovalRequest, resource.id),
    }),
  }),
});

builder.subscriptionField('approvalRequestChanged', (t) =>
  t.field({
    type: ApprovalRequestChangedType,
    description: 'Changes of requests: made, decided, executed or ended. Needs `approvals:read`.',
    args: {
      approvalRequestId: t.arg.id({ description: 'Only this request. By default all of the workspace.' }),
      after: t.arg.string(afterArg),
    },
    authScopes: { can: 'approvals:read' },
    subscribe: async (_root, { approvalRequestId, after }, ctx) =>
      await followEvents(
        ctx,
        after,
        ({ resource: { type, id } }) =>
          type === 'approval_request' && (!approvalRequestId || approvalRequestId === id),
      ),
    resolve: (event) => event,
  }),
);
