import type { TransactionContext } from '../context.ts';
import type { Outline } from './outline.ts';

/** A new value of a credential reference, by what it has, and never by what it is. */
export interface NewValue {
  referenceId: string;
  outline: Outline | null;
}

/** What a room does in the transaction that gives one, before the reference is locked. It throws where the value does not do. */
type Reaction = (tx: TransactionContext, value: NewValue) => Promise<void>;

const reactions: Reaction[] = [];

/** Rooms register, since the vault room knows none of its children. */
export function atNewVersion(reaction: Reaction): void {
  reactions.push(reaction);
}

export async function tellNewVersion(tx: TransactionContext, value: NewValue): Promise<void> {
  for (const react of reactions) await react(tx, value);
}
