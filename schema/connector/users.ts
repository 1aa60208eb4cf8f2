import type { TransactionContext } from '../context.ts';
import { refuse } from '../errors.ts';

/** What of a room is made of a connector, in words such as `3 connections`, or null. */
type User = (tx: TransactionContext, connectorId: string) => Promise<string | null>;

const users: User[] = [];

/** Rooms register, since the connector room knows none of its children. */
export function registerConnectorUser(user: User): void {
  users.push(user);
}

/** Throws `in_use` where something is made of the connector. */
export async function demandUnused(tx: TransactionContext, connectorId: string): Promise<void> {
  for (const user of users) {
    const what = await user(tx, connectorId);
    if (what) throw refuse('in_use', `The connector still has ${what}. End them first.`);
  }
}
