import type { Connector } from '../../../db/models/connector.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Other patterns of base addresses for a locked connector. */
export interface NewPatterns {
  connectorId: string;
  before: Pick<Connector, 'baseUrlPatterns'>;
  patterns: readonly string[];
}

/** What a room does in the transaction that changes them. It throws where something of its own would be left out. */
type Reaction = (tx: TransactionContext, change: NewPatterns) => Promise<void>;

const reactions: Reaction[] = [];

/** Rooms register, since the connector room knows none of its children. */
export function onNewPatterns(reaction: Reaction): void {
  reactions.push(reaction);
}

export async function tellNewPatterns(tx: TransactionContext, change: NewPatterns): Promise<void> {
  for (const react of reactions) await react(tx, change);
}
