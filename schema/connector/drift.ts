import type { TransactionContext } from '../context.ts';

/** What a room does in the transaction that finds capabilities described in another way. */
type Reaction = (tx: TransactionContext, capabilityIds: readonly string[]) => Promise<void>;

const [atDrifts, atRewordings]: [Reaction[], Reaction[]] = [[], []];

/** At what a review was about, or where they are described no more. Rooms register, since the connector room knows none of its children. */
export function atDrift(reaction: Reaction): void {
  atDrifts.push(reaction);
}

/** At titles and descriptions alone. */
export function atRewording(reaction: Reaction): void {
  atRewordings.push(reaction);
}

export async function tellDrift(tx: TransactionContext, capabilityIds: readonly string[]): Promise<void> {
  await tell(atDrifts, tx, capabilityIds);
}

export async function tellRewording(tx: TransactionContext, capabilityIds: readonly string[]): Promise<void> {
  await tell(atRewordings, tx, capabilityIds);
}

async function tell(
  reactions: readonly Reaction[],
  tx: TransactionContext,
  capabilityIds: readonly string[],
): Promise<void> {
  if (capabilityIds.length === 0) return;
  for (const react of reactions) await react(tx, capabilityIds);
}
