import type { TransactionContext } from '../context.ts';
import { refuse } from '../errors.ts';

/** What of a room uses a credential reference, in words such as `3 connections`, or null. */
type User = (tx: TransactionContext, referenceId: string) => Promise<string | null>;

const users: User[] = [];

/** Rooms register, since the vault room knows none of its children. */
export function registerReferenceUser(user: User): void {
  users.push(user);
}

/** What uses the reference, or null. */
export async function userOf(tx: TransactionContext, referenceId: string): Promise<string | null> {
  for (const user of users) {
    const what = await user(tx, referenceId);
    if (what) return what;
  }
  return null;
}

/** Throws `in_use` where something uses the reference. */
export async function demandUnused(tx: TransactionContext, referenceId: string): Promise<void> {
  const what = await userOf(tx, referenceId);
  if (what)
    throw refuse('in_use', `The credential reference still has ${what}. Disconnect or delete them first.`);
}
