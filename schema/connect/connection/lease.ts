import { Connection } from '../../../db/models/connection.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { secondsAfter } from '../../values/time.ts';
import { lockConnection } from './find.ts';
import { refreshLeaseSeconds } from './rules.ts';

const job = 'refresh-connections';

/** That this process alone asks the provider for tokens of a connection, until then. */
export interface Lease {
  connection: Connection;
  until: Date;
}

/** Somebody else asks since, since this process took too long. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

type Where = Pick<Connection, 'id' | 'workspaceId'>;

/** Takes it, where nobody has it and the connection is as the condition wants it. Null else. */
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
    // That somebody asks is no change of the connection: no version counts up.
    await Connection.query(tx.knex).findById(id).patch({ refreshLeaseUntil: until });
    return { lease: { connection, until } };
  });
  return lease;
}

/** The connection, locked, as long as the lease is this one. Throws LeaseLost. */
export async function lockLeased(tx: TransactionContext, { connection, until }: Lease): Promise<Connection> {
  const locked = await lockConnection(tx, connection.id);
  if (locked.refreshLeaseUntil?.getTime() !== until.getTime())
    throw new LeaseLost(`The connection ${connection.id} is in use by another process.`);
  return locked;
}

/** Gives it back, where it still is this one. */
export async function releaseLease(ctx: Context, { connection, until }: Lease): Promise<void> {
  await Connection.query(ctx.database.knex)
    .where({ id: connection.id, refreshLeaseUntil: until })
    .patch({ refreshLeaseUntil: null });
}

/** Tokens are fetched for whoever needs them next, and so in nobody's name. */
export function systemContext(ctx: Context, workspaceId: string): Context {
  return createSystemContext(ctx, job, workspaceId);
}
