import type { Member } from '../../../db/models/member.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** A member was added, or was removed permanently. */
export type MembershipChange = 'added' | 'removed';

type Reaction = (tx: TransactionContext, member: Member, change: MembershipChange) => Promise<void>;

const reactions: Reaction[] = [];

/**
 * Registers a room's part in the transaction of a membership change. Rooms register because the member room
 * knows none of its children.
 */
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
