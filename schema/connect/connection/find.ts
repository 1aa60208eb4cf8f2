import { Connection, type CalledConnection } from '../../../db/models/connection.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { snapshotOf } from '../../kernel/snapshot-of.ts';
import { atVersion } from '../../kernel/row-version.ts';
import { connectionSnapshots } from './snapshots.ts';

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

/** Returns the connection for a call. Throws `not_found`. */
export async function findForCall(ctx: Context, id: string): Promise<CalledConnection> {
  const connection = await snapshotOf(ctx, connectionSnapshots, id);
  if (!connection) throw notFound(ctx, 'connection');
  return connection;
}
