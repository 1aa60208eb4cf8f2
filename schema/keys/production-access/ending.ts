import type { ProductionAccess } from '../../../db/models/production-access.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Changes the rows that were locked. */
type Completion = () => Promise<void>;
type Reaction = (tx: TransactionContext, access: ProductionAccess) => Promise<Completion>;

const reactions: Reaction[] = [];

/**
 * Registers a room's part in the transaction that revokes production access. The room locks its rows
 * immediately, because row locks come before the lock of the log's head, and changes them afterwards. Rooms
 * register because this one knows none of its children.
 */
export function onRevocation(reaction: Reaction): void {
  reactions.push(reaction);
}

export async function lockDependents(tx: TransactionContext, access: ProductionAccess): Promise<Completion> {
  const completions: Completion[] = [];
  for (const lock of reactions) completions.push(await lock(tx, access));
  return async () => {
    for (const complete of completions) await complete();
  };
}
