import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { MemberCaller } from '../../kernel/access/caller.ts';
import { builder } from '../../kernel/builder.ts';
import { MeType } from '../../identity/session/me.ts';
import { whereDecidableBy } from './decidable.ts';

const CountersType = builder.objectRef<MemberCaller>('Counters').implement({
  description: 'The requests that wait for the caller in the workspace.',
  fields: (t) => ({
    approvalsWaiting: t.int({
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
  }),
});

builder.objectField(MeType, 'counters', (t) => t.field({ type: CountersType, resolve: (caller) => caller }));
