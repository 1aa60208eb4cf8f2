import type { TransactionContext } from '../../kernel/context.ts';

/** Capabilities that are described in another way than before. */
export interface Drifted {
  capabilityIds: readonly string[];
  /** The connection whose server listed them so; null where the connector’s own description says it. */
  connectionId: string | null;
}

/** What a room does in the transaction that finds capabilities described in another way. */
type Reaction = (tx: TransactionContext, drifted: Drifted) => Promise<void>;

const [atDrifts, atRewordings]: [Reaction[], Reaction[]] = [[], []];

/** At what a review was about, or where they are described no more. Rooms register, since the connector room knows none of its children. */
export function onDrift(reaction: Reaction): void {
  atDrifts.push(reaction);
}

/** At titles and descriptions alone. */
export function onRewording(reaction: Reaction): void {
  atRewordings.push(reaction);
}

export async function tellDrift(
  tx: TransactionContext,
  capabilityIds: readonly string[],
  connectionId: string | null = null,
): Promise<void> {
  await tell(atDrifts, tx, { capabilityIds, connectionId });
}

export async function tellRewording(tx: TransactionContext, capabilityIds: readonly string[]): Promise<void> {
  await tell(atRewordings, tx, { capabilityIds, connectionId: null });
}

async function tell(reactions: readonly Reaction[], tx: TransactionContext, drifted: Drifted): Promise<void> {
  if (drifted.capabilityIds.length === 0) return;
  for (const react of reactions) await react(tx, drifted);
}
