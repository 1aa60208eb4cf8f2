import type { TransactionContext } from '../../kernel/context.ts';

type Completion = () => Promise<void>;
type Preparation = (tx: TransactionContext, applicationId: string) => Promise<Completion>;

const preparations: Preparation[] = [];

/**
 * What a room does in the transaction that deletes an application: it locks what it will end before the application is
 * locked, and ends it once that is deleted. Rooms register, since the application room knows none of its children.
 */
export function onApplicationDeletion(prepare: Preparation): void {
  preparations.push(prepare);
}

/** Has every room lock what goes with the application, and gives back what ends it. */
export async function prepareDeletion(tx: TransactionContext, applicationId: string): Promise<Completion> {
  const completions: Completion[] = [];
  for (const prepare of preparations) completions.push(await prepare(tx, applicationId));
  return async () => {
    for (const complete of completions) await complete();
  };
}
