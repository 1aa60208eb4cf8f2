import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import type { Knex } from 'knex';
import { derive } from '../db/envelope.ts';
import { AuditEntry, AuditHead } from '../db/models/audit.ts';
import type { Clock, HeadAnchor, HeadAnchors } from '../schema/ports.ts';

/**
 * The ends of the audit chains as they were each minute and at shutdown, signed and kept in a file outside the
 * database: whoever cuts off a chain's tail there, head and all, cannot cut it off here. The signature is
 * HMAC-SHA-256 under a key derived from the master key, so the file cannot be written by one who only holds the
 * disk. One line of JSON per anchor, the latest of a chain counts.
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
  const path = join(dataDir, `audit-heads.${instanceId}.jsonl`);
  const key = derive(options.masterKey, 'audit anchors');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const latest = readAnchors(path, key);
  let lines = countLines(path);
  let signedUntil = new Date(0);
  return {
    latest: (chain) => latest.get(chain) ?? null,
    async sign() {
      const now = clock.now();
      const moved = await movedHeads(knex, latest, new Date(signedUntil.getTime() - overlapMs));
      const at = now.toISOString();
      const anchors = moved.map(({ chain, seq, hash }) => ({ chain, seq, hash: hash.toString('hex'), at }));
      if (anchors.length > 0)
        await append(
          path,
          anchors.map((anchor) => lineOf(anchor, key)),
        );
      signedUntil = now;
      for (const anchor of anchors) latest.set(anchor.chain, anchor);
      lines += anchors.length;
      if (lines > latest.size + spareLines) lines = compact(path, latest, key);
    },
  };
}

/** Writes the file anew with the latest line of each chain, whole or not at all. Returns how many there are. */
function compact(path: string, latest: Map<string, HeadAnchor>, key: Buffer): number {
  // Another process may have written to the same file meanwhile.
  for (const [chain, anchor] of readAnchors(path, key))
    if (anchor.seq > (latest.get(chain)?.seq ?? 0)) latest.set(chain, anchor);
  const lines = [...latest.values()].map((anchor) => lineOf(anchor, key));
  const fresh = `${path}.new`;
  writeFileSync(fresh, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  renameSync(fresh, path);
  return lines.length;
}

function countLines(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).length : 0;
}

function lineOf(anchor: HeadAnchor, key: Buffer): string {
  return JSON.stringify({ ...anchor, signature: signatureOf(anchor, key) });
}

function readAnchors(path: string, key: Buffer): Map<string, HeadAnchor> {
  const latest = new Map<string, HeadAnchor>();
  if (!existsSync(path)) return latest;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const anchor = parse(line, key);
    // Never back to an earlier end, whatever order the lines are brought into.
    if (anchor && anchor.seq >= (latest.get(anchor.chain)?.seq ?? 0)) latest.set(anchor.chain, anchor);
  }
  return latest;
}

// A line that a killed process left unfinished, or that somebody wrote, is no anchor.
function parse(line: string, key: Buffer): HeadAnchor | null {
  try {
    const { signature, ...anchor } = JSON.parse(line) as HeadAnchor & { signature: string };
    const expected = Buffer.from(signatureOf(anchor, key), 'hex');
    const given = Buffer.from(signature, 'hex');
    return expected.length === given.length && timingSafeEqual(expected, given) ? anchor : null;
  } catch {
    return null;
  }
}

function signatureOf(anchor: HeadAnchor, key: Buffer): string {
  return createHmac('sha256', key)
    .update(canonicalize(anchor) ?? '')
    .digest('hex');
}

async function movedHeads(knex: Knex, latest: Map<string, HeadAnchor>, since: Date): Promise<AuditHead[]> {
  const moved: AuditHead[] = [];
  for (let after = ''; ;) {
    const batch = await AuditHead.query(knex)
      .where('movedAt', '>=', since)
      .where('chain', '>', after)
      .orderBy('chain')
      .limit(batchSize);
    const ahead = batch.filter(({ chain, seq }) => seq > (latest.get(chain)?.seq ?? 0));
    moved.push(...(await borneOut(knex, ahead, latest)));
    if (batch.length < batchSize) return moved;
    after = batch.at(-1)?.chain ?? '';
  }
}

// A chain that was cut off and has grown again keeps the anchor that shows it: a later one would hide it.
async function borneOut(
  knex: Knex,
  heads: AuditHead[],
  latest: Map<string, HeadAnchor>,
): Promise<AuditHead[]> {
  const anchored = heads.flatMap(({ chain }) => latest.get(chain) ?? []);
  if (anchored.length === 0) return heads;
  const places = anchored.map(({ chain, seq }) => [chain, seq]);
  const entries = await AuditEntry.query(knex)
    .whereInComposite(['chain', 'seq'], places)
    .select('chain', 'hash');
  const hashes = new Map(entries.map(({ chain, hash }) => [chain, hash.toString('hex')]));
  return heads.filter(({ chain }) => hashes.get(chain) === latest.get(chain)?.hash);
}

async function append(path: string, lines: string[]): Promise<void> {
  await using file = await open(path, 'a', 0o600);
  // Begins on a line of its own, also behind one that a killed process left unfinished.
  await file.write(`\n${lines.join('\n')}\n`);
  await file.datasync();
}
