import { AuditEntry, AuditHead } from '../../db/models/audit.ts';
import type { Context } from '../context.ts';
import type { HeadAnchor } from '../ports.ts';
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
  // The anchor and the head first: entries that are appended meanwhile are no tail that is missing.
  const anchor = ctx.anchors.latest(chain);
  const head = await headOf(ctx, chain);
  const state: Link = { seq: 0, hash: genesis };
  const result = (firstBad: Verification['firstBad']): Verification => ({
    checked: state.seq,
    firstBad,
    headHash: state.hash.toString('hex'),
    anchoredSeq: anchor?.seq ?? null,
  });
  for (;;) {
    const query = AuditEntry.query(ctx.knex).where({ chain }).orderBy('seq').limit(batchSize);
    const batch = await (state.seq > 0 ? query.where('seq', '>', state.seq) : query);
    for (const entry of batch) {
      const problem = problemOf(entry, state, head, anchor);
      if (problem) return result({ seq: Math.min(state.seq + 1, Math.max(entry.seq, 0)), problem });
      state.seq = entry.seq;
      state.hash = entry.hash;
    }
    if (batch.length < batchSize) break;
  }
  return result(brokenEnd(state, { before: head, after: await headOf(ctx, chain), anchor }));
}

async function headOf(ctx: Context, chain: string): Promise<AuditHead | undefined> {
  return await AuditHead.query(ctx.knex).findById(chain);
}

function problemOf(
  entry: AuditEntry,
  before: Link,
  head: AuditHead | undefined,
  anchor: HeadAnchor | null,
): string | null {
  if (entry.seq < 1) return 'The entry was inserted before the first one.';
  if (entry.seq !== before.seq + 1) return 'The entry is missing.';
  if (!entry.previousHash.equals(before.hash)) return 'The entry does not follow the one before it.';
  if (!isAsWritten(entry, before)) return 'The entry was changed.';
  if (entry.seq === anchor?.seq && entry.hash.toString('hex') !== anchor.hash)
    return 'The log up to this entry was written anew after it was signed.';
  if (entry.seq === head?.seq && !entry.hash.equals(head.hash))
    return 'The head of the log does not belong to this entry.';
  return null;
}

function isAsWritten(entry: AuditEntry, before: Link): boolean {
  try {
    return entry.rowVersion === 1 && entry.hash.equals(hashOf(before.hash, entry));
  } catch {
    // Somebody put in what has no canonical form, such as a number beyond a double or an infinite time.
    return false;
  }
}

function brokenEnd(
  last: Link,
  ends: { before: AuditHead | undefined; after: AuditHead | undefined; anchor: HeadAnchor | null },
): Verification['firstBad'] {
  const { before, after, anchor } = ends;
  const end = Math.max(before?.seq ?? 0, anchor?.seq ?? 0);
  if (end > last.seq) return { seq: last.seq + 1, problem: 'The entry and what followed it were removed.' };
  if (!after) return { seq: last.seq + 1, problem: 'The head of the log was removed.' };
  // An entry and the head commit together, so a head that is read later counts every entry that was seen.
  if (after.seq < last.seq)
    return { seq: after.seq + 1, problem: 'The entry stands behind the end of the log.' };
  return null;
}
