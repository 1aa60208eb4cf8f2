import type { TransactionContext } from '../context.ts';

/** What a room does in the transaction that finds capabilities described in another way, or no more. */
type Reaction = (tx: TransactionContext, capabilityIds: readonly string[]) => Promise<void>;

const reactions: Reaction[] = [];

/** Rooms register, since the connector room knows none of its children. */
export function atDrift(reaction: Reaction): void {
  reactions.push(reaction);
}

export async function tellDrift(tx: TransactionContext, capabilityIds: readonly string[]): Promise<void> {
  if (capabilityIds.length === 0) return;
  for (const react of reactions) await react(tx, capabilityIds);
}
