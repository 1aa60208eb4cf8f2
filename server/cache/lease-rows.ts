import type { Knex } from 'knex';
import { markBytes } from '../../schema/records/audit/chain.ts';
import { leaseMs } from './lease.ts';

/** What an instance finds when it looks what has changed. */
export interface Look {
  /** What was committed by then: pg_snapshot, as text. */
  seen: string;
  /** The chains in which something was committed that was not when it looked before, and by what the head of each is known. */
  chains: { chain: string; head: string }[];
}

/** An instance whose lease has not run out. */
export interface Holder {
  id: string;
  /** What it had acted on; null where it has not looked yet. */
  seen: string | null;
}

/** So that an instance which does not hear from the database is told so, and does not wait for the network to say it. */
const queryTimeoutMs = 1500;
/** When the row of an instance that was killed is removed, in seconds: long after nobody waits for it. */
const forgottenAfter = 60;

/**
 * What has changed since `before`. A head is marked by the transaction that last changed something in its chain. Where one
 * has committed since, the mark is of that one or of another that had the row's lock later, so it was not committed by then
 * either, in whatever order the two had begun: nothing is missed. Marks from the future are of another installation's past,
 * out of which this database was restored.
 */
export async function look(knex: Knex, before: string | null): Promise<Look> {
  const since = before === null ? 'false' : 'not pg_visible_in_snapshot(moved_in, :before::pg_snapshot)';
  const bound = before === null ? '' : 'and moved_in >= pg_snapshot_xmin(:before::pg_snapshot)';
  const statement = `
    select pg_current_snapshot()::text as seen, coalesce(
      (select json_agg(json_build_object('chain', chain, 'head', encode(substr(hash, 1, ${markBytes}), 'hex'))) from audit_head
       where ${since} ${bound} and moved_in < pg_snapshot_xmax(pg_current_snapshot())),
      '[]') as chains`;
  const { rows } = await knex.raw<{ rows: [Look] }>(statement, { before }).timeout(queryTimeoutMs);
  return rows[0];
}

/** Holds the lease of an instance for another while, which has acted on what it has seen. The database's clock rules. */
export async function hold(knex: Knex, id: string, seen: string | null): Promise<void> {
  await knex
    .raw(
      `insert into instance_lease (id, expires_at, seen, row_macs, created_at, updated_at)
       values (:id, clock_timestamp() + :lease * interval '1 ms', :seen, true, clock_timestamp(), clock_timestamp())
       on conflict (id) do update set
         expires_at = excluded.expires_at, seen = excluded.seen, updated_at = excluded.updated_at,
         row_version = instance_lease.row_version + 1`,
      { id, seen, lease: leaseMs },
    )
    .timeout(queryTimeoutMs);
}

export async function holders(knex: Knex): Promise<Holder[]> {
  return await knex('instance_lease')
    .whereRaw('expires_at > clock_timestamp()')
    .select<Holder[]>('id', knex.raw('seen::text as seen'))
    .timeout(queryTimeoutMs);
}

export async function giveUp(knex: Knex, id: string): Promise<void> {
  await knex('instance_lease').where({ id }).delete().timeout(queryTimeoutMs);
}

export async function forgetKilled(knex: Knex): Promise<void> {
  await knex('instance_lease')
    .whereRaw(`expires_at < clock_timestamp() - ${forgottenAfter} * interval '1 second'`)
    .delete()
    .timeout(queryTimeoutMs);
}

/** Whether a transaction had committed, of which it is known that it has by now: PostgreSQL’s pg_visible_in_snapshot. */
export function isVisible(transaction: string, snapshot: string): boolean {
  const [xmin = '', xmax = '', running = ''] = snapshot.split(':');
  const id = BigInt(transaction);
  if (id < BigInt(xmin)) return true;
  return id < BigInt(xmax) && !running.split(',').includes(transaction);
}
