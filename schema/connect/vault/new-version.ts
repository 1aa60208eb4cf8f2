import type { TransactionContext } from '../../kernel/context.ts';
import type { Outline } from './outline.ts';

/** A new value of a credential reference, by what it has, and never by what it is. */
export interface NewValue {
  referenceId: string;
  outline: Outline | null;
  /** The member who gave it; null where another vault has another value now. */
  by: string | null;
}

/**
 * What a room does in the transaction that gives one, before the reference is locked: it locks its rows, and throws where the
 * value does not do. What it answers is done once the value is written.
 */
type Reaction = (tx: TransactionContext, value: NewValue) => Promise<void | (() => Promise<void>)>;

const reactions: Reaction[] = [];

/** Rooms register, since the vault room knows none of its children. */
export function onNewVersion(reaction: Reaction): void {
  reactions.push(reaction);
}

/** Tells the rooms, and answers what is to be called once the value is written. */
export async function tellNewVersion(tx: TransactionContext, value: NewValue): Promise<() => Promise<void>> {
  const steps: (() => Promise<void>)[] = [];
  for (const react of reactions) {
    const step = await react(tx, value);
    if (step) steps.push(step);
  }
  return async () => {
    for (const step of steps) await step();
  };
}
