import type { TransactionContext } from '../context.ts';
import { refuse } from '../errors.ts';

/** What of a room still belongs to a project, in words such as `3 credential references`, or null. */
type User = (tx: TransactionContext, projectId: string) => Promise<string | null>;

const users: User[] = [];

/** Rooms register, since the project room knows none of its children. */
export function registerProjectUser(user: User): void {
  users.push(user);
}

/** Throws `in_use` where something of the project is in use. */
export async function demandUnused(tx: TransactionContext, projectId: string): Promise<void> {
  for (const user of users) {
    const what = await user(tx, projectId);
    if (what) throw refuse('in_use', `The project still has ${what}. End them first.`);
  }
}
