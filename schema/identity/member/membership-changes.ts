import type { Member } from '../../../db/models/member.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Somebody becomes a member by being added, or is one no more for good. */
export type MembershipChange = 'added' | 'removed';

type Reaction = (tx: TransactionContext, member: Member, change: MembershipChange) => Promise<void>;

const reactions: Reaction[] = [];

/** What a room does in the transaction of the turn. Rooms register, since the member room knows none of its children. */
export function onMembershipChange(reaction: Reaction): void {
  reactions.push(reaction);
}

export async function runMembershipReactions(
  tx: TransactionContext,
  member: Member,
  change: MembershipChange,
): Promise<void> {
  for (const reaction of reactions) await reaction(tx, member, change);
}
