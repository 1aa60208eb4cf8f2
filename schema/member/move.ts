import { Member, type MemberStatus } from '../../db/models/member.ts';
import { record } from '../audit/record.ts';
import { memberOf, type Context } from '../context.ts';
import { lockMember } from './find.ts';
import { demandOwnerLeft, demandRank, memberMoves } from './rules.ts';

const told = {
  suspend: 'member.suspended',
  reactivate: 'member.reactivated',
  remove: 'member.removed',
} as const;

/** Suspends, reactivates or removes a member; what it takes or gives is in force on the very next request. */
export async function moveMember(
  ctx: Context,
  { id, action, reason }: { id: string; action: keyof typeof told; reason?: string | null | undefined },
) {
  return await ctx.transaction(async (tx) => {
    const { member: before, owners } = await lockMember(tx, id);
    demandRank(memberOf(tx).role, before.role);
    const status = memberMoves.next(before.status, action);
    if (action !== 'reactivate') demandOwnerLeft(owners, before);
    const now = ctx.clock.now();
    const member = await Member.change(tx.knex, id, now, { status, ...sinceOf(status, now) });
    await record(tx, told[action], {
      subject: member,
      data: member,
      changes: { status: [before.status, status] },
      reason: reason ?? null,
    });
    return { member };
  });
}

// Without a break: who comes back starts anew, in the membership and in its role.
function sinceOf(status: MemberStatus, now: Date) {
  return status === 'ACTIVE' ? { activeSince: now, roleSince: now } : {};
}
