import type { PartialModelObject } from 'objection';
import type { Connection } from '../../../db/models/connection.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Tells that the connection has another secret, once that is written. */
type Tell = (connection: Connection) => Promise<void>;
/** Locks what a room writes about it, before the secret is locked, since telling writes the log, whose head comes last. */
type Reaction = (tx: TransactionContext, connectionId: string) => Promise<Tell>;

const reactions: Reaction[] = [];

/** What a room does where a connection may stand for another account from now on, and nobody can tell. Rooms register. */
export function onUnconfirmedSecret(reaction: Reaction): void {
  reactions.push(reaction);
}

/** Prepares to tell of another secret of a locked connection. */
export async function prepareTelling(tx: TransactionContext, { id }: Connection): Promise<Tell> {
  const announcements: Tell[] = [];
  for (const react of reactions) announcements.push(await react(tx, id));
  return async (connection) => {
    for (const tell of announcements) await tell(connection);
  };
}

/** What is written down of a connection that gets another secret, by whom. */
export function withNewSecret(
  { secretChanges }: Connection,
  by: string | null,
  now: Date,
): PartialModelObject<Connection> {
  return { secretChanges: secretChanges + 1, secretChangedAt: now, secretChangedBy: by };
}

/** Whether a connection’s test says whose account it is, and has said so before. */
export function tellsAccount(
  connection: Pick<Connection, 'accountId' | 'accountPointer' | 'testCapabilityId'>,
): boolean {
  const { accountId, accountPointer, testCapabilityId } = connection;
  return accountId !== null && accountPointer !== null && testCapabilityId !== null;
}

/**
 * Whether it stands for the account that was known, as far as its provider tells: since its secret is another one it was
 * asked. Nothing goes through it before.
 */
export function isConfirmed(connection: Connection): boolean {
  return !tellsAccount(connection) || connection.accountSeenAfter >= connection.secretChanges;
}
