import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { record } from '../../records/audit/record.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { keepAdmission } from './admission.ts';
import { barSessions } from './bar-sessions.ts';
import { beginning } from './beginning.ts';
import { lockMember } from './find.ts';
import { awaitsPerson, assertOwnerLeft, assertMayManage, memberMoves } from './rules.ts';
import { runMembershipReactions } from './membership-changes.ts';

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

/** Suspends, reactivates or removes a member, effective with the next request. */
export async function moveMember(ctx: Context, move: Move) {
  return await ctx.transaction(async (tx) => await moveLocked(tx, move));
}

/** Moves a member inside an open transaction. */
export async function moveLocked(tx: TransactionContext, { id, action, reason }: Move) {
  const { member: before, owners } = await lockMember(tx, id);
  assertMayManage(memberOf(tx).role, before.role);
  const status = memberMoves.next(before.status, action);
  if (action !== 'reactivate') assertOwnerLeft(owners, before);
  const now = tx.clock.now();
  const patch = status === 'ACTIVE' ? await comingBack(tx, before) : { status };
  const member = await Member.change(tx.knex, id, now, patch);
  if (action === 'reactivate') await keepAdmission(tx, member, 'REACTIVATED', memberOf(tx).memberId);
  await record(tx, told[action], {
    subject: member,
    data: member,
    changes: { status: [before.status, member.status] },
    reason: reason ?? null,
  });
  if (action === 'remove') await runMembershipReactions(tx, member, 'removed');
  return { member };
}

async function comingBack(tx: TransactionContext, before: Member) {
  const person = before.personId ? await Person.query(tx.knex).findById(before.personId) : null;
  await barSessions(tx, before);
  if (person && awaitsPerson(person, before.activeSince)) return { status: 'UNCONFIRMED' } as const;
  return { status: 'ACTIVE', ...(await beginning(tx, before)) } as const;
}
