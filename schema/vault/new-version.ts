import type { TransactionContext } from '../context.ts';

/** What a room does in the transaction that gives a credential reference a new value, before the reference is locked. */
type Reaction = (tx: TransactionContext, referenceId: string) => Promise<void>;

const reactions: Reaction[] = [];

/** Rooms register, since the vault room knows none of its children. */
export function atNewVersion(reaction: Reaction): void {
  reactions.push(reaction);
}

export async function tellNewVersion(tx: TransactionContext, referenceId: string): Promise<void> {
  for (const react of reactions) await react(tx, referenceId);
}
