import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { builder } from '../../kernel/builder.ts';
import { CountersType } from '../../kernel/counters.ts';
import { whereDecidableBy } from './decidable.ts';

builder.objectField(CountersType, 'approvalsWaiting', (t) =>
  t.int({
    description:
      'How many pending requests the caller could approve now, without those of a suspended application. It does ' +
      'not check whether a subject has changed.',
    complexity: 5,
    resolve: async (caller, _args, ctx) => {
      if (!caller.membership) return 0;
      const query = ApprovalRequest.inWorkspace(ctx);
      return (await whereDecidableBy(ctx, caller, query)) ? await query.resultSize() : 0;
    },
  }),
);
