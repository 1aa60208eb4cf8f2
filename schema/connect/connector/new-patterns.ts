import type { Connector } from '../../../db/models/connector.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** New base URL patterns for a locked connector. */
export interface NewPatterns {
  connectorId: string;
  before: Pick<Connector, 'baseUrlPatterns'>;
  patterns: readonly string[];
}

/** Runs in the transaction that changes the patterns. Throws if they exclude a resource of the room. */
type Reaction = (tx: TransactionContext, change: NewPatterns) => Promise<void>;

const reactions: Reaction[] = [];

/** Registers a reaction of a dependent room, since the connector room does not import those. */
export function onNewPatterns(reaction: Reaction): void {
  reactions.push(reaction);
}

export async function announceNewPatterns(tx: TransactionContext, change: NewPatterns): Promise<void> {
  for (const react of reactions) await react(tx, change);
}
