import type { TransactionContext } from '../../kernel/context.ts';

type Consequence = (tx: TransactionContext, clientId: string) => Promise<void>;

const consequences: Consequence[] = [];

/**
 * What a room does in the transaction that deletes an MCP client, once that is locked and deleted. Rooms register, since this
 * room knows none of its children.
 */
export function atClientDeletion(consequence: Consequence): void {
  consequences.push(consequence);
}

export async function drawConsequences(tx: TransactionContext, clientId: string): Promise<void> {
  for (const consequence of consequences) await consequence(tx, clientId);
}
