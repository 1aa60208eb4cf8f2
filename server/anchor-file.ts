import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import canonicalize from 'canonicalize';
import type { HeadAnchor } from '../schema/kernel/ports/head-anchors.ts';

/**
 * One line of JSON for each anchor, signed by HMAC-SHA-256; the latest of a chain counts. Other processes may write to the
 * same file: theirs are taken in, and what is lost when one of them writes it anew is written again.
 */
export class AnchorFile {
  readonly #path: string;
  readonly #key: Buffer;
  readonly #latest = new Map<string, HeadAnchor>();
  /** Known here, and in the file no more. */
  #lost: HeadAnchor[] = [];
  /** Which file was read, and how much of it. */
  #read = { file: '', bytes: 0, lines: 0 };

  constructor(path: string, key: Buffer) {
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

  latest(chain: string): HeadAnchor | null {
    return this.#latest.get(chain) ?? null;
  }

  /** All of the chain that the file still has, and the latest that is known here, by their places. */
  async kept(chain: string): Promise<HeadAnchor[]> {
    this.catchUp();
    const name = JSON.stringify(chain);
    const text = existsSync(this.#path) ? await readFile(this.#path, 'utf8') : '';
    const lines = text.split('\n').filter((line) => line.includes(name));
    const found = [...lines.map((line) => parse(line, this.#key)), this.latest(chain)];
    return found
      .filter((anchor) => anchor?.chain === chain)
      .filter((anchor) => anchor !== null)
      .toSorted((one, other) => one.seq - other.seq);
  }

  /** Takes in what was written since, by whatever process. */
  catchUp(): void {
    const { lines, isWhole } = existsSync(this.#path) ? this.#readOn() : this.#readNone();
    const found = new Map<string, HeadAnchor>();
    for (const line of lines) {
      const anchor = parse(line, this.#key);
      if (anchor) keepLatest(found, anchor);
    }
    if (isWhole)
      this.#lost = [...this.#latest.values()].filter(({ chain, seq }) => seq > (found.get(chain)?.seq ?? 0));
    for (const anchor of found.values()) keepLatest(this.#latest, anchor);
  }

  async append(fresh: readonly HeadAnchor[]): Promise<void> {
    const lost = this.#lost;
    const anchors = [...lost, ...fresh];
    if (anchors.length === 0) return;
    await using file = await open(this.#path, 'a', 0o600);
    // Begins on a line of its own, also behind one that a killed process left unfinished.
    await file.appendFile(`\n${anchors.map((anchor) => lineOf(anchor, this.#key)).join('\n')}\n`);
    await file.datasync();
    this.#lost = this.#lost.filter((anchor) => !lost.includes(anchor));
    this.catchUp();
  }

  /** Writes the file anew with the latest line of each chain, whole or not at all. */
  compact(): void {
    this.catchUp();
    const lines = [...this.#latest.values()].map((anchor) => `${lineOf(anchor, this.#key)}\n`);
    const fresh = `${this.#path}.${randomUUID()}`;
    writeFileSync(fresh, lines.join(''), { mode: 0o600, flush: true });
    renameSync(fresh, this.#path);
    this.catchUp();
  }

  #readNone() {
    this.#read = { file: '', bytes: 0, lines: 0 };
    return { lines: [], isWhole: true };
  }

  /** The lines that were not read before, of another file all of them; one that has no end yet is read once more. */
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

// Never back to an earlier end, whatever order the lines are brought into; of two about one end the first counts.
function keepLatest(latest: Map<string, HeadAnchor>, anchor: HeadAnchor): void {
  if (anchor.seq > (latest.get(anchor.chain)?.seq ?? 0)) latest.set(anchor.chain, anchor);
}

function lineOf(anchor: HeadAnchor, key: Buffer): string {
  return JSON.stringify({ ...anchor, signature: signatureOf(anchor, key) });
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
