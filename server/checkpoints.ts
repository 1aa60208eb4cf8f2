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
 * The heads of the audit chains, signed each minute and at shutdown, in a file outside the database. An
 * attacker who truncates a chain in the database, including its head, cannot truncate it here. The signing
 * key is derived from the master key, so access to the disk is not enough to forge a checkpoint. Processes
 * that share the folder use each other's checkpoints.
 */
export interface OpenCheckpoints extends HeadCheckpoints {
  /** The latest checkpoint of the chain with a valid signature, or null. */
  latest(chain: string): HeadCheckpoint | null;
  /**
   * Signs the heads that moved since the last call, if the entries since the last checkpoint are intact.
   * Returns the other chains, which keep their last checkpoint.
   */
  sign(): Promise<string[]>;
}

const batchSize = 1000;
/**
 * Longer than a transaction can last: `movedAt` is set in the transaction, but visible only after its commit.
 */
const overlapMs = 10 * 60_000;
/** How often every head is checked, since a row may hide that its head moved. */
const lookAtAllMs = 60 * 60_000;

export function openCheckpoints(options: {
  dataDir: string;
  /** The database's installation: several may share a folder, each with a master key and chain `platform`. */
  instanceId: string;
  masterKey: Buffer;
  knex: Knex;
  clock: Clock;
  /** How many outdated lines the file may have before it is rewritten. */
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

/**
 * Returns the heads that moved since a time, or all heads: those that match the log, and those that do not.
 */
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

// Recomputes hashes from the last checkpoint on: a signed head over changed entries would hide the change.
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
