import type { ProductionAccess } from '../../../db/models/production-access.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Carries out what was locked for it. */
type Completion = () => Promise<void>;
type Reaction = (tx: TransactionContext, access: ProductionAccess) => Promise<Completion>;

const reactions: Reaction[] = [];

/**
 * What a room does in the transaction in which production access is revoked: it locks its rows at once, since they come
 * before the head of the log, and changes them afterwards. Rooms register, since this one knows none of its children.
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
