import type { Knex } from 'knex';
import { markBytes } from '../../schema/records/audit/chain.ts';
import { leaseMs } from './lease.ts';

/** The result of reading the changes. */
export interface Look {
  /** The transactions that were committed by then: a pg_snapshot, as text. */
  seen: string;
  /** The chains with commits since the previous look, each with the mark of its head. */
  chains: { chain: string; head: string }[];
}

/** An instance whose lease has not expired. */
export interface Holder {
  id: string;
  /** The snapshot up to which the instance has applied changes; null before its first look. */
  seen: string | null;
}

/** Lets an instance notice a silent database before the network reports it. */
const queryTimeoutMs = 1500;
/** When the row of a killed instance is removed, in seconds: long after anyone waits for it. */
const forgottenAfter = 60;

/**
 * Returns the changes since `before`. The last transaction that changes a chain marks its head. A commit
 * after `before` leaves its own mark, or that of a transaction that locked the row later. Either way the
 * marking transaction was not committed by `before`, so no change is missed. The upper bound ignores marks
 * from the future: they come from the installation from which this database was restored.
 */
export async function look(knex: Knex, before: string | null): Promise<Look> {
  const since = before === null ? 'false' : 'not pg_visible_in_snapshot(moved_in, :before::pg_snapshot)';
  const bound = before === null ? '' : 'and moved_in >= pg_snapshot_xmin(:before::pg_snapshot)';
  const statement = `
    select pg_current_snapshot()::text as seen, coalesce(
      (select json_agg(json_build_object('chain', chain, 'head', encode(substr(hash, 1, ${markBytes}), 'hex') || '.' || row_version)) from audit_head
       where ${since} ${bound} and moved_in < pg_snapshot_xmax(pg_current_snapshot())),
      '[]') as chains`;
  const { rows } = await knex.raw<{ rows: [Look] }>(statement, { before }).timeout(queryTimeoutMs);
  return rows[0];
}

/** Renews an instance's lease, by the database's clock, and records up to where it has applied changes. */
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

/** PostgreSQL’s pg_visible_in_snapshot, for a transaction that has committed by now. */
export function isVisible(transaction: string, snapshot: string): boolean {
  const [xmin = '', xmax = '', running = ''] = snapshot.split(':');
  const id = BigInt(transaction);
  if (id < BigInt(xmin)) return true;
  return id < BigInt(xmax) && !running.split(',').includes(transaction);
}
