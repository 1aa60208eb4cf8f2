import { createHmac, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import canonicalize from 'canonicalize';
import type { HeadCheckpoint } from '../schema/kernel/ports/head-checkpoints.ts';

/**
 * One line of JSON per checkpoint, signed by HMAC-SHA-256; the latest of a chain counts. Other processes may
 * write to the same file. This class reads their checkpoints, and writes its own again if a rewrite by
 * another process dropped them.
 */
export class CheckpointFile {
  readonly #path: string;
  readonly #key: KeyObject;
  readonly #latest = new Map<string, HeadCheckpoint>();
  /** Known here, but no longer in the file. */
  #lost: HeadCheckpoint[] = [];
  /** The file that was read, and how much of it. */
  #read = { file: '', bytes: 0, lines: 0 };

  constructor(path: string, key: KeyObject) {
    this.#path = path;
    this.#key = key;
    this.catchUp();
  }

  get lines(): number {
    return this.#read.lines;
  }

  get chains(): number {
    return this.#latest.size;
  }

  latest(chain: string): HeadCheckpoint | null {
    return this.#latest.get(chain) ?? null;
  }

  /** Returns all checkpoints of the chain in the file, and the latest known one, by sequence number. */
  async kept(chain: string): Promise<HeadCheckpoint[]> {
    this.catchUp();
    const name = JSON.stringify(chain);
    const text = existsSync(this.#path) ? await readFile(this.#path, 'utf8') : '';
    const lines = text.split('\n').filter((line) => line.includes(name));
    const found = [...lines.map((line) => parse(line, this.#key)), this.latest(chain)];
    return found
      .filter((checkpoint) => checkpoint?.chain === chain)
      .filter((checkpoint) => checkpoint !== null)
      .toSorted((one, other) => one.seq - other.seq);
  }

  /** Reads the lines that any process has written since. */
  catchUp(): void {
    const { lines, isWhole } = existsSync(this.#path) ? this.#readOn() : this.#readNone();
    const found = new Map<string, HeadCheckpoint>();
    for (const line of lines) {
      const checkpoint = parse(line, this.#key);
      if (checkpoint) keepLatest(found, checkpoint);
    }
    if (isWhole)
      this.#lost = [...this.#latest.values()].filter(({ chain, seq }) => seq > (found.get(chain)?.seq ?? 0));
    for (const checkpoint of found.values()) keepLatest(this.#latest, checkpoint);
  }

  async append(fresh: readonly HeadCheckpoint[]): Promise<void> {
    const lost = this.#lost;
    const checkpoints = [...lost, ...fresh];
    if (checkpoints.length === 0) return;
    await using file = await open(this.#path, 'a', 0o600);
    // Begins a new line, in case a killed process left the last one unfinished.
    await file.appendFile(`\n${checkpoints.map((checkpoint) => lineOf(checkpoint, this.#key)).join('\n')}\n`);
    await file.datasync();
    this.#lost = this.#lost.filter((checkpoint) => !lost.includes(checkpoint));
    this.catchUp();
  }

  /** Atomically rewrites the file with only the latest line of each chain. */
  compact(): void {
    this.catchUp();
    const lines = [...this.#latest.values()].map((checkpoint) => `${lineOf(checkpoint, this.#key)}\n`);
    const fresh = `${this.#path}.${randomUUID()}`;
    writeFileSync(fresh, lines.join(''), { mode: 0o600, flush: true });
    renameSync(fresh, this.#path);
    this.catchUp();
  }

  #readNone() {
    this.#read = { file: '', bytes: 0, lines: 0 };
    return { lines: [], isWhole: true };
  }

  /** Returns the unread lines, or all lines of a new file; a line without its end is read again later. */
  #readOn(): { lines: string[]; isWhole: boolean } {
    const descriptor = openSync(this.#path, 'r');
    try {
      const { ino, birthtimeMs, size } = fstatSync(descriptor);
      const file = `${ino} ${birthtimeMs}`;
      const isWhole = file !== this.#read.file || size < this.#read.bytes;
      const from = isWhole ? { bytes: 0, lines: 0 } : this.#read;
      const text = Buffer.alloc(size - from.bytes);
      readSync(descriptor, text, 0, text.length, from.bytes);
      const lines = text.toString().split('\n');
      const ended = lines.slice(0, -1).filter(Boolean).length;
      this.#read = { file, bytes: from.bytes + text.lastIndexOf('\n') + 1, lines: from.lines + ended };
      return { lines, isWhole };
    } finally {
      closeSync(descriptor);
    }
  }
}

// Never moves back, whatever order the lines are in; of two checkpoints of one position the first counts.
function keepLatest(latest: Map<string, HeadCheckpoint>, checkpoint: HeadCheckpoint): void {
  if (checkpoint.seq > (latest.get(checkpoint.chain)?.seq ?? 0)) latest.set(checkpoint.chain, checkpoint);
}

function lineOf(checkpoint: HeadCheckpoint, key: KeyObject): string {
  return JSON.stringify({ ...checkpoint, signature: signatureOf(checkpoint, key) });
}

// A line that is unfinished or has no valid signature is no checkpoint.
function parse(line: string, key: KeyObject): HeadCheckpoint | null {
  try {
    const { signature, ...checkpoint } = JSON.parse(line) as HeadCheckpoint & { signature: string };
    const expected = Buffer.from(signatureOf(checkpoint, key), 'hex');
    const given = Buffer.from(signature, 'hex');
    return expected.length === given.length && timingSafeEqual(expected, given) ? checkpoint : null;
  } catch {
    return null;
  }
}

function signatureOf(checkpoint: HeadCheckpoint, key: KeyObject): string {
  return createHmac('sha256', key)
    .update(canonicalize(checkpoint) ?? '')
    .digest('hex');
}
