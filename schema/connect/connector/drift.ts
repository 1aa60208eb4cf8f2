import type { TransactionContext } from '../../kernel/context.ts';

/** Capabilities whose descriptions have changed. */
export interface Drifted {
  capabilityIds: readonly string[];
  /** The connection whose server listed the change; null if an import found it. */
  connectionId: string | null;
}

/** Runs in the transaction that finds the changes. */
type Reaction = (tx: TransactionContext, drifted: Drifted) => Promise<void>;

const [atDrifts, atRewordings]: [Reaction[], Reaction[]] = [[], []];

/**
 * Registers a reaction to drifted and removed capabilities, since this room does not import dependent ones.
 */
export function onDrift(reaction: Reaction): void {
  atDrifts.push(reaction);
}

/** Registers a reaction to changes of only titles and description texts. */
export function onRewording(reaction: Reaction): void {
  atRewordings.push(reaction);
}

export async function announceDrift(
  tx: TransactionContext,
  capabilityIds: readonly string[],
  connectionId: string | null = null,
): Promise<void> {
  await tell(atDrifts, tx, { capabilityIds, connectionId });
}

export async function announceRewording(
  tx: TransactionContext,
  capabilityIds: readonly string[],
): Promise<void> {
  await tell(atRewordings, tx, { capabilityIds, connectionId: null });
}

async function tell(reactions: readonly Reaction[], tx: TransactionContext, drifted: Drifted): Promise<void> {
  if (drifted.capabilityIds.length === 0) return;
  for (const react of reactions) await react(tx, drifted);
}
