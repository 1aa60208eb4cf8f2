import type { TransactionContext } from '../../kernel/context.ts';

type Reaction = (tx: TransactionContext, personId: string) => Promise<void>;

const reactions: Reaction[] = [];

/**
 * Registers a room's part in the transaction that replaces a person's password. It runs before the person's
 * chain records the new password. Rooms register because the session room knows none of its children.
 */
export function onNewPassword(reaction: Reaction): void {
  reactions.push(reaction);
}

export async function runPasswordReactions(tx: TransactionContext, personId: string): Promise<void> {
  for (const reaction of reactions) await reaction(tx, personId);
}
