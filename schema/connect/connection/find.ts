import { Connection } from '../../../db/models/connection.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** Locks the connection until the end of the transaction. Throws `not_found` or `version_conflict`. */
export async function lockConnection(tx: TransactionContext, id: string): Promise<Connection> {
  const connection = await Connection.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!connection) throw notFound(tx, 'connection');
  return atVersion(tx, connection);
}

export async function findConnection(ctx: Context, id: string): Promise<Connection> {
  const connection = await Connection.inWorkspace(ctx).findById(id);
  if (!connection) throw notFound(ctx, 'connection');
  return connection;
}
