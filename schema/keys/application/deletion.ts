import type { TransactionContext } from '../../kernel/context.ts';

type Completion = () => Promise<void>;
type Preparation = (tx: TransactionContext, applicationId: string) => Promise<Completion>;

const preparations: Preparation[] = [];

/**
 * Registers a room's part in the deletion of an application. The room locks its rows before the application
 * is locked, and ends them after the deletion. Rooms register because this one knows none of its children.
 */
export function onApplicationDeletion(prepare: Preparation): void {
  preparations.push(prepare);
}

/** Lets every room lock its dependents of the application, and returns the function that ends them. */
export async function prepareDeletion(tx: TransactionContext, applicationId: string): Promise<Completion> {
  const completions: Completion[] = [];
  for (const prepare of preparations) completions.push(await prepare(tx, applicationId));
  return async () => {
    for (const complete of completions) await complete();
  };
}
