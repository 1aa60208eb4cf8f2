import { Member } from '../../db/models/member.ts';
import { nextPosition, record } from '../audit/record.ts';
import { memberOf, type Context, type TransactionContext } from '../context.ts';
import { lockMember } from './find.ts';
import { demandOwnerLeft, demandRank, memberMoves } from './rules.ts';
import { drawConsequences } from './turns.ts';

const told = {
  suspend: 'member.suspended',
  reactivate: 'member.reactivated',
  remove: 'member.removed',
} as const;

interface Move {
  id: string;
  action: keyof typeof told;
  reason?: string | null | undefined;
}

/** Suspends, reactivates or removes a member; what it takes or gives is in force on the very next request. */
export async function moveMember(ctx: Context, move: Move) {
  return await ctx.transaction(async (tx) => await moveLocked(tx, move));
}

/** The same inside a transaction that is open already. */
export async function moveLocked(tx: TransactionContext, { id, action, reason }: Move) {
  const { member: before, owners } = await lockMember(tx, id);
  demandRank(memberOf(tx).role, before.role);
  const status = memberMoves.next(before.status, action);
  if (action !== 'reactivate') demandOwnerLeft(owners, before);
  const beginning = status === 'ACTIVE' ? await beginAnew(tx, before) : {};
  const member = await Member.change(tx.knex, id, tx.clock.now(), { status, ...beginning });
  await record(tx, told[action], {
    subject: member,
    data: member,
    changes: { status: [before.status, status] },
    reason: reason ?? null,
  });
  if (action === 'remove') await drawConsequences(tx, member, 'removed');
  return { member };
}

// Without a break: who comes back starts anew, in the membership and in its role.
async function beginAnew(tx: TransactionContext, { workspaceId, activations }: Member) {
  const now = tx.clock.now();
  const position = await nextPosition(tx, workspaceId);
  return {
    activeSince: now,
    activePosition: position,
    roleSince: now,
    rolePosition: position,
    activations: activations + 1,
  };
}
