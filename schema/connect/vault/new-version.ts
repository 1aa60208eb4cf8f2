import type { TransactionContext } from '../../kernel/context.ts';
import type { Outline } from './outline.ts';

/** A new value of a credential reference, with the names of its parts and without their values. */
export interface NewValue {
  referenceId: string;
  outline: Outline | null;
  /** The member who wrote it; null if an external vault has a new value. */
  by: string | null;
}

/**
 * Runs in the transaction of a new value, before the reference is locked. It locks its own rows, and throws
 * if the value does not suffice. The returned function runs after the value is written.
 */
type Reaction = (tx: TransactionContext, value: NewValue) => Promise<void | (() => Promise<void>)>;

const reactions: Reaction[] = [];

/** Registers a reaction of a dependent room, since the vault room does not import those. */
export function onNewVersion(reaction: Reaction): void {
  reactions.push(reaction);
}

/** Runs the reactions, and returns the function to call after the value is written. */
export async function announceNewVersion(
  tx: TransactionContext,
  value: NewValue,
): Promise<() => Promise<void>> {
  const steps: (() => Promise<void>)[] = [];
  for (const react of reactions) {
    const step = await react(tx, value);
    if (step) steps.push(step);
  }
  return async () => {
    for (const step of steps) await step();
  };
}
