// Reads tables and columns from PostgreSQL's catalog, so that a new table or column needs no change here.
import type { Knex } from 'knex';
import type { SequenceValue, TableColumns } from './format.ts';

/**
 * Leases of running processes. In a restored database their holders do not exist, and other processes would
 * wait for them.
 */
export const leaseTables: readonly string[] = ['instance_lease', 'webhook_worker'];

export interface Table extends TableColumns {
  /** The quoted name, for statements. */
  sql: string;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

// The schema of our migrations, without relations that an extension created there.
const ours = `
  relnamespace = (select oid from pg_namespace where nspname = current_schema()) and not exists (
    select from pg_depend where classid = 'pg_class'::regclass and objid = relation.oid and deptype = 'e')`;

// These types name transactions of one cluster, and have no or a wrong meaning in another one.
const clusterTypes = ['xid', 'xid8', 'pg_snapshot', 'txid_snapshot'];

/**
 * Returns all tables with the columns of a backup: not generated columns, nor columns that name transactions.
 */
export async function tablesOf(trx: Knex): Promise<Table[]> {
  const { rows } = await trx.raw<{ rows: Table[] }>(
    `select relname as name, relation.oid::regclass::text as sql, coalesce(
       (select json_agg(attname order by attnum) from pg_attribute
        where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = ''
          and atttypid <> all (?::regtype[])),
       '[]') as columns
     from pg_class relation where relkind = 'r' and ${ours} order by relname`,
    [clusterTypes],
  );
  return rows;
}

export async function sequencesOf(trx: Knex): Promise<SequenceValue[]> {
  const sequences: SequenceValue[] = [];
  for (const { name, sql } of await sequenceNamesOf(trx)) {
    const { rows } = await trx.raw<{ rows: SequenceValue[] }>(
      `select ?::text as name, last_value::text as value, is_called as "isCalled" from ${sql}`,
      [name],
    );
    sequences.push(...rows);
  }
  return sequences;
}

export async function sequenceNamesOf(trx: Knex): Promise<{ name: string; sql: string }[]> {
  const { rows } = await trx.raw<{ rows: { name: string; sql: string }[] }>(
    `select relname as name, relation.oid::regclass::text as sql from pg_class relation
     where relkind = 'S' and ${ours} order by relname`,
  );
  return rows;
}

export async function foreignKeysOf(trx: Knex): Promise<ForeignKey[]> {
  const { rows } = await trx.raw<{ rows: ForeignKey[] }>(
    `select relation.oid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(it.oid) as definition
     from pg_constraint it join pg_class relation on relation.oid = conrelid
     where contype = 'f' and ${ours} order by relation.oid::regclass::text, conname`,
  );
  return rows;
}

/** Returns the relations that keep a database from being empty. */
export async function relationsOf(trx: Knex): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { relname: string }[] }>(
    `select relname from pg_class relation where relkind = any ('{r,p,v,m,f,S}') and ${ours} order by relname`,
  );
  return rows.map(({ relname }) => relname);
}

/**
 * Makes reads and writes of all values exact, whatever the settings of role, database or server, and disables
 * timeouts. Policies that would hide rows fail instead.
 */
export async function prepareToCopy(trx: Knex): Promise<void> {
  await trx.raw(`
    select set_config(name, value, true) from (values
      ('client_encoding', 'UTF8'), ('DateStyle', 'ISO, YMD'), ('IntervalStyle', 'postgres'), ('TimeZone', 'UTC'),
      ('extra_float_digits', '3'), ('bytea_output', 'hex'), ('row_security', 'off')
    ) as exact (name, value)`);
  // Not every version knows all of them.
  await trx.raw(`
    select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`);
}
