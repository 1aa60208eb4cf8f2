import type { ProductionAccess } from '../../../db/models/production-access.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Carries out what was locked for it. */
type Carrying = () => Promise<void>;
type Consequence = (tx: TransactionContext, access: ProductionAccess) => Promise<Carrying>;

const consequences: Consequence[] = [];

/**
 * What a room does in the transaction in which production access is revoked: it locks its rows at once, since they come
 * before the head of the log, and changes them afterwards. Rooms register, since this one knows none of its children.
 */
export function atRevocation(consequence: Consequence): void {
  consequences.push(consequence);
}

export async function lockConsequences(tx: TransactionContext, access: ProductionAccess): Promise<Carrying> {
  const carryings: Carrying[] = [];
  for (const lock of consequences) carryings.push(await lock(tx, access));
  return async () => {
    for (const carryOut of carryings) await carryOut();
  };
}
