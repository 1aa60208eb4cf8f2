import type { TransactionContext } from '../../kernel/context.ts';

type Consequence = (tx: TransactionContext, personId: string) => Promise<void>;

const consequences: Consequence[] = [];

/**
 * What a room does in the transaction that gives a person another password, before that is written down in the person's chain.
 * Rooms register, since the session room knows none of its children.
 */
export function atNewPassword(consequence: Consequence): void {
  consequences.push(consequence);
}

export async function drawConsequences(tx: TransactionContext, personId: string): Promise<void> {
  for (const consequence of consequences) await consequence(tx, personId);
}
