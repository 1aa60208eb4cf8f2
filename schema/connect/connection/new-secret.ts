import type { PartialModelObject } from 'objection';
import type { Connection } from '../../../db/models/connection.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Runs after the new secret is written. */
type Tell = (connection: Connection) => Promise<void>;
/**
 * Locks a room’s rows before the secret. The returned function locks the audit chain’s head, which must be
 * last.
 */
type Reaction = (tx: TransactionContext, connectionId: string) => Promise<Tell>;

const reactions: Reaction[] = [];

/** Registers a reaction to a secret that may belong to another account, which no test can show. */
export function onUnconfirmedSecret(reaction: Reaction): void {
  reactions.push(reaction);
}

/** Prepares the reactions to a new secret of a locked connection, and returns a function that runs them. */
export async function prepareAnnouncement(tx: TransactionContext, { id }: Connection): Promise<Tell> {
  const announcements: Tell[] = [];
  for (const react of reactions) announcements.push(await react(tx, id));
  return async (connection) => {
    for (const tell of announcements) await tell(connection);
  };
}

/** Returns the columns to write for a new secret and its author. */
export function withNewSecret(
  { secretChanges }: Connection,
  by: string | null,
  now: Date,
): PartialModelObject<Connection> {
  return { secretChanges: secretChanges + 1, secretChangedAt: now, secretChangedBy: by };
}

/** Whether a connection’s test identifies the account, and has done so before. */
export function identifiesAccount(
  connection: Pick<Connection, 'accountId' | 'accountPointer' | 'testCapabilityId'>,
): boolean {
  const { accountId, accountPointer, testCapabilityId } = connection;
  return accountId !== null && accountPointer !== null && testCapabilityId !== null;
}

/**
 * Whether a test has confirmed the known account since the last change of the secret. True if no test
 * identifies the account. An unconfirmed connection admits no calls.
 */
export function isConfirmed(
  connection: Parameters<typeof identifiesAccount>[0] &
    Pick<Connection, 'accountSeenAfter' | 'secretChanges'>,
): boolean {
  return !identifiesAccount(connection) || connection.accountSeenAfter >= connection.secretChanges;
}
