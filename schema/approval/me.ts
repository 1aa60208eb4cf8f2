import { ApprovalRequest } from '../../db/models/approval-request.ts';
import { Member } from '../../db/models/member.ts';
import { holds } from '../access/permissions.ts';
import type { PersonCaller } from '../access/caller.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { MeType } from '../session/me.ts';
import { registeredKinds } from './kinds.ts';

const CountersType = builder.objectRef<PersonCaller>('Counters').implement({
  description: 'What waits for the caller in the workspace.',
  fields: (t) => ({
    approvalsWaiting: t.int({
      description: 'How many requests wait that the caller may decide.',
      complexity: 5,
      resolve: async (caller, _args, ctx) => await countWaiting(ctx, caller),
    }),
  }),
});

builder.objectField(MeType, 'counters', (t) => t.field({ type: CountersType, resolve: (caller) => caller }));

// What `demandAnother` and the permissions say, asked of the table.
async function countWaiting(ctx: Context, { personId, membership }: PersonCaller): Promise<number> {
  if (!membership || !holds(membership.role, 'approvals:decide')) return 0;
  const kinds = registeredKinds().filter(({ deciding }) => holds(membership.role, deciding));
  const member = await ctx.load(Member, membership.memberId);
  if (!member || kinds.length === 0) return 0;
  return await ApprovalRequest.inWorkspace(ctx)
    .where({ status: 'PENDING' })
    .whereIn(
      'kind',
      kinds.map(({ kind }) => kind),
    )
    .where('expiresAt', '>', ctx.clock.now())
    .where('createdAt', '>=', member.activeSince)
    .where('createdAt', '>=', member.roleSince)
    .whereRaw('not (? = any (persons))', [personId])
    .resultSize();
}
