import { Connection } from '../../../db/models/connection.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { secondsAfter } from '../../values/time.ts';
import { lockConnection } from './find.ts';
import { refreshLeaseSeconds } from './rules.ts';

const job = 'refresh-connections';

/** The exclusive right of this process to request tokens of a connection, for a limited time. */
export interface Lease {
  connection: Connection;
  until: Date;
}

/** Another process has the lease now, since this one took too long. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

type Where = Pick<Connection, 'id' | 'workspaceId'>;

/** Takes the lease if it is free and the connection meets the condition; otherwise returns null. */
export async function takeLease(
  ctx: Context,
  { id, workspaceId }: Where,
  wants: (connection: Connection, now: Date) => boolean = () => true,
): Promise<Lease | null> {
  const { lease } = await systemContext(ctx, workspaceId).transaction<{ lease: Lease | null }>(async (tx) => {
    const connection = await lockConnection(tx, id);
    const now = tx.clock.now();
    const { refreshLeaseUntil } = connection;
    if ((refreshLeaseUntil && refreshLeaseUntil > now) || !wants(connection, now)) return { lease: null };
    const until = secondsAfter(now, refreshLeaseSeconds);
    // A lease is no change of the connection, so its row version stays.
    await Connection.query(tx.knex).findById(id).patch({ refreshLeaseUntil: until });
    return { lease: { connection, until } };
  });
  return lease;
}

/** Locks the connection while this lease is current. Throws LeaseLost. */
export async function lockLeased(tx: TransactionContext, { connection, until }: Lease): Promise<Connection> {
  const locked = await lockConnection(tx, connection.id);
  if (locked.refreshLeaseUntil?.getTime() !== until.getTime())
    throw new LeaseLost(`The connection ${connection.id} is in use by another process.`);
  return locked;
}

/** Releases the lease if it is still current. */
export async function releaseLease(ctx: Context, { connection, until }: Lease): Promise<void> {
  await Connection.query(ctx.database.knex)
    .where({ id: connection.id, refreshLeaseUntil: until })
    .patch({ refreshLeaseUntil: null });
}

/** Tokens serve whichever caller needs them next, so no member is the actor. */
export function systemContext(ctx: Context, workspaceId: string): Context {
  return createSystemContext(ctx, job, workspaceId);
}
