import type { TransactionContext } from '../../kernel/context.ts';

type Consequence = () => Promise<void>;
type Preparation = (tx: TransactionContext, applicationId: string) => Promise<Consequence>;

const preparations: Preparation[] = [];

/**
 * What a room does in the transaction that deletes an application: it locks what it will end before the application is
 * locked, and ends it once that is deleted. Rooms register, since the application room knows none of its children.
 */
export function atDeletion(prepare: Preparation): void {
  preparations.push(prepare);
}

/** Has every room lock what goes with the application, and gives back what ends it. */
export async function prepareDeletion(tx: TransactionContext, applicationId: string): Promise<Consequence> {
  const consequences: Consequence[] = [];
  for (const prepare of preparations) consequences.push(await prepare(tx, applicationId));
  return async () => {
    for (const draw of consequences) await draw();
  };
}
