import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { derive } from '../db/envelope.ts';
import { AuditEntry, AuditHead } from '../db/models/audit.ts';
import type { Clock, HeadAnchors } from '../schema/ports.ts';
import { AnchorFile } from './anchor-file.ts';

/**
 * The ends of the audit chains as they were each minute and at shutdown, signed and kept in a file outside the
 * database: whoever cuts off a chain's tail there, head and all, cannot cut it off here. The key that signs is derived from
 * the master key, so the file cannot be written by one who only holds the disk. Processes that share the folder go by what
 * any of them has signed.
 */
export interface KeptAnchors extends HeadAnchors {
  /** Signs the heads that moved since the last time, where the log still bears out what was signed then. */
  sign(): Promise<void>;
}

const batchSize = 1000;
/** Longer than a transaction can last: a head is found by when it moved, and seen once that has committed. */
const overlapMs = 10 * 60_000;

export function openAnchors(options: {
  dataDir: string;
  /** Which database's: one folder may see several, each with the chain `platform` and a master key of its own. */
  instanceId: string;
  masterKey: Buffer;
  knex: Knex;
  clock: Clock;
  /** How many outdated lines the file may hold before it is written anew. */
  spareLines?: number;
}): KeptAnchors {
  const { dataDir, instanceId, knex, clock, spareLines = 100_000 } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, `audit-heads.${instanceId}.jsonl`);
  const file = new AnchorFile(path, derive(options.masterKey, 'audit anchors'));
  let signedUntil = new Date(0);
  return {
    latest(chain) {
      file.catchUp();
      return file.latest(chain);
    },
    async sign() {
      file.catchUp();
      const now = clock.now();
      const moved = await movedHeads(knex, file, new Date(signedUntil.getTime() - overlapMs));
      const at = now.toISOString();
      const anchors = moved.map(({ chain, seq, hash }) => ({ chain, seq, hash: hash.toString('hex'), at }));
      await file.append(anchors);
      signedUntil = now;
      if (file.lines > file.chains + spareLines) file.compact();
    },
  };
}

async function movedHeads(knex: Knex, file: AnchorFile, since: Date): Promise<AuditHead[]> {
  const moved: AuditHead[] = [];
  for (let after = ''; ;) {
    const batch = await AuditHead.query(knex)
      .where('movedAt', '>=', since)
      .where('chain', '>', after)
      .orderBy('chain')
      .limit(batchSize);
    const ahead = batch.filter(({ chain, seq }) => seq > (file.latest(chain)?.seq ?? 0));
    moved.push(...(await borneOut(knex, ahead, file)));
    if (batch.length < batchSize) return moved;
    after = batch.at(-1)?.chain ?? '';
  }
}

// A chain that was cut off and has grown again keeps the anchor that shows it: a later one would hide it.
async function borneOut(knex: Knex, heads: AuditHead[], file: AnchorFile): Promise<AuditHead[]> {
  const anchored = heads.flatMap(({ chain }) => file.latest(chain) ?? []);
  if (anchored.length === 0) return heads;
  const places = anchored.map(({ chain, seq }) => [chain, seq]);
  const entries = await AuditEntry.query(knex)
    .whereInComposite(['chain', 'seq'], places)
    .select('chain', 'hash');
  const hashes = new Map(entries.map(({ chain, hash }) => [chain, hash.toString('hex')]));
  return heads.filter(({ chain }) => hashes.get(chain) === file.latest(chain)?.hash);
}
