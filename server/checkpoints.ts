import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { derive } from '../db/envelope.ts';
import { AuditEntry, AuditHead } from '../db/models/audit.ts';
import { readChain, start } from '../schema/records/audit/read-chain.ts';
import type { Clock } from '../schema/kernel/ports/clock.ts';
import type { HeadCheckpoint, HeadCheckpoints } from '../schema/kernel/ports/head-checkpoints.ts';
import { CheckpointFile } from './checkpoint-file.ts';

/**
 * The ends of the audit chains as they were each minute and at shutdown, signed and kept in a file outside the
 * database: whoever cuts off a chain's tail there, head and all, cannot cut it off here. The key that signs is derived from
 * the master key, so the file cannot be written by one who only holds the disk. Processes that share the folder go by what
 * any of them has signed.
 */
export interface OpenCheckpoints extends HeadCheckpoints {
  /** The latest checkpoint of the chain whose signature holds, or null. */
  latest(chain: string): HeadCheckpoint | null;
  /**
   * Signs the heads that moved since the last time, where the entries from the last checkpoint on are as they were written. Gives the
   * chains of which that is not so; their last checkpoint stays.
   */
  sign(): Promise<string[]>;
}

const batchSize = 1000;
/** Longer than a transaction can last: a head is found by when it moved, and seen once that has committed. */
const overlapMs = 10 * 60_000;
/** How often every head is looked at. One may have moved although its row says that it did not. */
const lookAtAllMs = 60 * 60_000;

export function openCheckpoints(options: {
  dataDir: string;
  /** Which database's: one folder may see several, each with the chain `platform` and a master key of its own. */
  instanceId: string;
  masterKey: Buffer;
  knex: Knex;
  clock: Clock;
  /** How many outdated lines the file may hold before it is written anew. */
  spareLines?: number;
}): OpenCheckpoints {
  const { dataDir, instanceId, knex, clock, spareLines = 100_000 } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, `audit-heads.${instanceId}.jsonl`);
  const file = new CheckpointFile(path, derive(options.masterKey, 'audit anchors'));
  let signedUntil = new Date(0);
  let lookedAtAll = new Date(0);
  return {
    latest(chain) {
      file.catchUp();
      return file.latest(chain);
    },
    kept: async (chain) => await file.kept(chain),
    async sign() {
      file.catchUp();
      const now = clock.now();
      const isOverdue = now.getTime() - lookedAtAll.getTime() >= lookAtAllMs;
      const since = isOverdue ? null : new Date(signedUntil.getTime() - overlapMs);
      const { sound, broken } = await movedHeads(knex, file, since);
      const at = now.toISOString();
      const checkpoints = sound.map(({ chain, seq, hash }) => ({
        chain,
        seq,
        hash: hash.toString('hex'),
        at,
      }));
      await file.append(checkpoints);
      signedUntil = now;
      if (isOverdue) lookedAtAll = now;
      if (file.lines > file.chains + spareLines) file.compact();
      return broken.map(({ chain }) => chain);
    },
  };
}

/** The heads that moved since a time, or at all: those that the log bears out, and those that it does not. */
async function movedHeads(
  knex: Knex,
  file: CheckpointFile,
  since: Date | null,
): Promise<{ sound: AuditHead[]; broken: AuditHead[] }> {
  const sound: AuditHead[] = [];
  const broken: AuditHead[] = [];
  for (let after = ''; ;) {
    const batch = await AuditHead.query(knex)
      .where((any) => void (since && any.where('movedAt', '>=', since)))
      .where('chain', '>', after)
      .orderBy('chain')
      .limit(batchSize);
    for (const head of batch) {
      const checkpoint = file.latest(head.chain);
      if (head.seq <= (checkpoint?.seq ?? 0)) continue;
      ((await isBorneOut(knex, head, checkpoint)) ? sound : broken).push(head);
    }
    if (batch.length < batchSize) return { sound, broken };
    after = batch.at(-1)?.chain ?? '';
  }
}

// Computed from the rows, from the last checkpoint on: a head that is signed over entries that were changed would hide the change.
async function isBorneOut(knex: Knex, head: AuditHead, checkpoint: HeadCheckpoint | null): Promise<boolean> {
  const from = checkpoint ? { seq: checkpoint.seq, hash: Buffer.from(checkpoint.hash, 'hex') } : start;
  if (checkpoint) {
    const signed = await AuditEntry.query(knex)
      .findOne({ chain: head.chain, seq: checkpoint.seq })
      .select('hash');
    if (!signed?.hash.equals(from.hash)) return false;
  }
  const { last, bad } = await readChain(knex, { chain: head.chain, from, until: head.seq });
  return bad === null && last.seq === head.seq && last.hash.equals(head.hash);
}
