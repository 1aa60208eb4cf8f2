import type { Knex } from 'knex';
import { AuditEntry } from '../../../db/models/audit.ts';
import { genesis, hashOf } from './chain.ts';

/** An end of a chain: the number of its entries, and the hash of the last one. */
export type Link = Pick<AuditEntry, 'seq' | 'hash'>;

/** The link before the first entry. */
export const start: Link = { seq: 0, hash: genesis };

const batchSize = 1000;

/**
 * Reads a chain's entries after a link, and computes each hash from the row. Stops at the first entry that is
 * not as written; `judge` may report further problems. Returns the last good link and the problem of the
 * entry after it.
 */
export async function readChain(
  knex: Knex,
  { chain, from, until }: { chain: string; from: Link; until?: number },
  judge: (entry: AuditEntry) => string | null = () => null,
): Promise<{ last: Link; bad: { seq: number; problem: string } | null }> {
  let last = from;
  for (;;) {
    const query = AuditEntry.query(knex).where({ chain }).orderBy('seq').limit(batchSize);
    if (last.seq > 0) void query.where('seq', '>', last.seq);
    if (until !== undefined) void query.where('seq', '<=', until);
    const batch = await query;
    for (const entry of batch) {
      const problem = problemOf(entry, last) ?? judge(entry);
      if (problem) return { last, bad: { seq: Math.min(last.seq + 1, Math.max(entry.seq, 0)), problem } };
      last = { seq: entry.seq, hash: entry.hash };
    }
    if (batch.length < batchSize) return { last, bad: null };
  }
}

function problemOf(entry: AuditEntry, before: Link): string | null {
  if (entry.seq < 1) return 'The entry was inserted before the first one.';
  if (entry.seq !== before.seq + 1) return 'The entry is missing.';
  if (!entry.previousHash.equals(before.hash)) return 'The entry does not follow the one before it.';
  return isAsWritten(entry, before) ? null : 'The entry was changed.';
}

function isAsWritten(entry: AuditEntry, before: Link): boolean {
  try {
    return entry.rowVersion === 1 && entry.hash.equals(hashOf(before.hash, entry));
  } catch {
    // An inserted value has no canonical form, such as a number beyond a double or an infinite time.
    return false;
  }
}
