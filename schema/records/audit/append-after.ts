import type { Knex } from 'knex';
import { entriesAfter, type ChainEnd, type EntryContent } from './chain.ts';

/**
 * Appends entries in one statement, without locking the head before, and returns the chain's new end. Appends
 * nothing and returns null if the chain has continued since the given end.
 */
export async function appendAfter(
  knex: Knex,
  end: ChainEnd,
  contents: readonly EntryContent[],
): Promise<ChainEnd | null> {
  const { rows, chain, seq, hash } = entriesAfter(end, contents);
  const entries = JSON.stringify(rows.map(toJson));
  const given = { entries, chain, seq, hash, endSeq: end.seq, endHash: end.hash, at: rows.at(-1)?.at };
  // A concurrent append holds the head's row, and after its commit this update finds another seq.
  const { rowCount } = await knex.raw<{ rowCount: number }>(
    `with moved as (
       update audit_head set seq = :seq, hash = :hash, moved_at = :at, row_version = row_version + 1
       where chain = :chain and seq = :endSeq and hash = :endHash
       returning chain
     )
     insert into audit_entry (${columns.join(', ')})
     select ${columns.map((column) => `entry.${column}`).join(', ')}
     from moved, json_to_recordset(:entries::json) as entry (${types.join(', ')})`,
    given,
  );
  return rowCount === 0 ? null : { chain, seq, hash };
}

const typeOf = {
  id: 'text',
  chain: 'text',
  seq: 'bigint',
  at: 'timestamptz',
  action: 'text',
  outcome: 'text',
  actor: 'jsonb',
  targets: 'jsonb',
  changes: 'jsonb',
  origin: 'jsonb',
  reason: 'text',
  collapse_key: 'text',
  previous_hash: 'bytea',
  hash: 'bytea',
};
const columns = Object.keys(typeOf);
const types = Object.entries(typeOf).map(([column, type]) => `${column} ${type}`);

type Row = ReturnType<typeof entriesAfter>['rows'][number];

function toJson({ collapseKey, previousHash, hash, ...rest }: Row) {
  return { ...rest, collapse_key: collapseKey, previous_hash: bytea(previousHash), hash: bytea(hash) };
}

function bytea(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
