import type { TransactionContext } from '../../kernel/context.ts';

type Reaction = (tx: TransactionContext, clientId: string) => Promise<void>;

const reactions: Reaction[] = [];

/**
 * Registers a room's part in the transaction that deletes an MCP client. It runs once the client is locked
 * and deleted. Rooms register because this room knows none of its children.
 */
export function onClientDeletion(reaction: Reaction): void {
  reactions.push(reaction);
}

export async function runDeletionReactions(tx: TransactionContext, clientId: string): Promise<void> {
  for (const reaction of reactions) await reaction(tx, clientId);
}
