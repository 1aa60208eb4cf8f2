import { AuditEntry, AuditHead } from '../../db/models/audit.ts';
import type { Context, HeadAnchor } from '../context.ts';
import { genesis, hashOf } from './chain.ts';

export interface Verification {
  checked: number;
  firstBad: { seq: number; problem: string } | null;
  headHash: string;
  anchoredSeq: number | null;
}

type Link = Pick<AuditEntry, 'seq' | 'hash'>;

const batchSize = 1000;

/** Reads a chain from its start and finds the first entry that is not as it was written. */
export async function verifyChain(ctx: Context, chain: string): Promise<Verification> {
  // The anchor first: entries that are appended meanwhile are no tail that is missing.
  const anchor = ctx.anchors.latest(chain);
  const head = await AuditHead.query(ctx.knex).findById(chain);
  const state: Link = { seq: 0, hash: genesis };
  const result = (firstBad: Verification['firstBad']): Verification => ({
    checked: state.seq,
    firstBad,
    headHash: state.hash.toString('hex'),
    anchoredSeq: anchor?.seq ?? null,
  });
  for (;;) {
    const batch = await AuditEntry.query(ctx.knex)
      .where({ chain })
      .where('seq', '>', state.seq)
      .orderBy('seq')
      .limit(batchSize);
    for (const entry of batch) {
      const problem = problemOf(entry, state, anchor);
      if (problem) return result({ seq: state.seq + 1, problem });
      state.seq = entry.seq;
      state.hash = entry.hash;
    }
    if (batch.length < batchSize) return result(brokenEnd(state, head, anchor));
  }
}

function problemOf(entry: AuditEntry, before: Link, anchor: HeadAnchor | null): string | null {
  if (entry.seq !== before.seq + 1) return 'The entry is missing.';
  if (!entry.previousHash.equals(before.hash)) return 'The entry does not follow the one before it.';
  if (!entry.hash.equals(hashOf(before.hash, entry))) return 'The entry was changed.';
  if (entry.seq === anchor?.seq && entry.hash.toString('hex') !== anchor.hash)
    return 'The log up to this entry was written anew after it was signed.';
  return null;
}

function brokenEnd(
  last: Link,
  head: AuditHead | undefined,
  anchor: HeadAnchor | null,
): Verification['firstBad'] {
  const end = Math.max(head?.seq ?? 0, anchor?.seq ?? 0);
  if (end > last.seq) return { seq: last.seq + 1, problem: 'The entry and what followed it were removed.' };
  // Entries appended since the head was read are behind it, never before it.
  if (head && head.seq === last.seq && !head.hash.equals(last.hash))
    return { seq: last.seq, problem: 'The head of the log does not belong to this entry.' };
  return null;
}
