import { AuditHead, type AuditEntry } from '../../../db/models/audit.ts';
import type { Context } from '../../kernel/context.ts';
import type { HeadCheckpoint } from '../../kernel/ports/head-checkpoints.ts';
import { readChain, start, type Link } from './read-chain.ts';

export interface Verification {
  checked: number;
  firstBad: { seq: number; problem: string } | null;
  headHash: string;
  anchoredSeq: number | null;
}

/** Verifies a chain from its start. Finds the first entry that is not as written. */
export async function verifyChain(ctx: Context, chain: string): Promise<Verification> {
  // Reads the checkpoints and the head first, so that entries appended meanwhile do not count as a missing
  // tail.
  const checkpoints = await ctx.checkpoints.kept(chain);
  const head = await headOf(ctx, chain);
  const { last, bad } = await readChain(ctx.knex, { chain, from: start }, (entry) =>
    misplaced(entry, head, checkpoints),
  );
  const anchoredSeq = checkpoints.at(-1)?.seq ?? null;
  return {
    checked: last.seq,
    firstBad: bad ?? brokenEnd(last, { before: head, after: await headOf(ctx, chain), anchoredSeq }),
    headHash: last.hash.toString('hex'),
    anchoredSeq,
  };
}

async function headOf(ctx: Context, chain: string): Promise<AuditHead | undefined> {
  return await AuditHead.query(ctx.knex).findById(chain);
}

function misplaced(
  { seq, hash }: AuditEntry,
  head: AuditHead | undefined,
  checkpoints: readonly HeadCheckpoint[],
): string | null {
  if (checkpoints.some((checkpoint) => checkpoint.seq === seq && checkpoint.hash !== hash.toString('hex')))
    return 'The log up to this entry was rewritten after it was signed.';
  if (seq === head?.seq && !hash.equals(head.hash))
    return 'The head of the log does not belong to this entry.';
  return null;
}

function brokenEnd(
  last: Link,
  ends: { before: AuditHead | undefined; after: AuditHead | undefined; anchoredSeq: number | null },
): Verification['firstBad'] {
  const { before, after, anchoredSeq } = ends;
  const end = Math.max(before?.seq ?? 0, anchoredSeq ?? 0);
  if (end > last.seq) return { seq: last.seq + 1, problem: 'The entry and what followed it were removed.' };
  if (!after) return { seq: last.seq + 1, problem: 'The head of the log was removed.' };
  // An entry and the head commit together, so the head read later includes every entry seen.
  if (after.seq < last.seq)
    return { seq: after.seq + 1, problem: 'The entry stands after the end of the log.' };
  return null;
}
