import type { TransactionContext } from '../../kernel/context.ts';

type Reaction = (tx: TransactionContext, personId: string) => Promise<void>;

const reactions: Reaction[] = [];

/**
 * What a room does in the transaction that gives a person another password, before that is written down in the person's chain.
 * Rooms register, since the session room knows none of its children.
 */
export function onNewPassword(reaction: Reaction): void {
  reactions.push(reaction);
}

export async function runPasswordReactions(tx: TransactionContext, personId: string): Promise<void> {
  for (const reaction of reactions) await reaction(tx, personId);
}
