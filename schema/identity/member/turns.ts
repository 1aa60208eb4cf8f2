import type { Member } from '../../../db/models/member.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Somebody becomes a member by being added, or is one no more for good. */
export type Turn = 'added' | 'removed';

type Consequence = (tx: TransactionContext, member: Member, turn: Turn) => Promise<void>;

const consequences: Consequence[] = [];

/** What a room does in the transaction of the turn. Rooms register, since the member room knows none of its children. */
export function atTurns(consequence: Consequence): void {
  consequences.push(consequence);
}

export async function drawConsequences(tx: TransactionContext, member: Member, turn: Turn): Promise<void> {
  for (const consequence of consequences) await consequence(tx, member, turn);
}
