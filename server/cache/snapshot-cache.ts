import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { SnapshotKind } from '../../schema/kernel/ports/snapshots.ts';
import { Groups } from '../../schema/values/groups.ts';
import { atMost } from '../../schema/values/at-most.ts';

interface Entry<Value> {
  name: string;
  value: Value;
  chains: readonly string[];
  /** Whether the entry was used since it was read. */
  isInUse: boolean;
}

/** A read in progress, and the chains that have changed since it began. */
interface Reading<Value> {
  read: Promise<Value | null> | null;
  changed: Set<string>;
  isOver: boolean;
  /** Whether a change started this read, before any request for it. */
  isAhead: boolean;
}

/** The most entries that are read ahead together. */
const maxAhead = 500;

/** The cached snapshots of one kind by name, each until one of its chains changes. */
export class SnapshotCache<Value> {
  readonly #kind: SnapshotKind<Value>;
  readonly #kept: LRUCache<string, Entry<Value>>;
  readonly #byChain = new Groups<Entry<Value>>();
  readonly #readings = new Set<Reading<Value>>();
  /** The reads during which nothing has changed. */
  readonly #joinable = new Map<string, Reading<Value>>();

  constructor(kind: SnapshotKind<Value>) {
    this.#kind = kind;
    this.#kept = new LRUCache({
      ...atMost(kind.max),
      sizeCalculation: ({ value }) => kind.countOf?.(value) ?? 1,
      dispose: (entry) => this.#unlink(entry),
    });
  }

  kept(name: string): Value | null {
    const entry = this.#kept.get(name);
    if (!entry) return null;
    entry.isInUse = true;
    return entry.value;
  }

  async of(knex: Knex, name: string): Promise<Value | null> {
    const value = this.kept(name);
    if (value !== null) return value;
    const joined = this.#joinable.get(name);
    if (joined) joined.isAhead = false;
    return await (joined?.read ?? this.#begin(name, async () => await this.#kind.read(knex, name)));
  }

  /** Returns those that exist. */
  async several(knex: Knex, names: readonly string[]): Promise<Value[]> {
    const missing = names.filter((name) => this.kept(name) === null && !this.#joinable.has(name));
    if (missing.length > 1) this.#readTogether(knex, missing);
    const values = await Promise.all(names.map(async (name) => await this.of(knex, name)));
    return values.filter((value) => value !== null);
  }

  /**
   * Drops the entries that depend on the chain or, with `only`, those of this one row. If several of them
   * were in use, one statement reads them again immediately.
   */
  drop(knex: Knex, chain: string, only?: string): void {
    const names = [...this.#joinable.keys(), ...this.#forgetChain(chain, only)];
    for (const reading of this.#readings) reading.changed.add(chain);
    // Later requests must not join these reads, since their chains are not known yet.
    this.#joinable.clear();
    if (names.length > 1 && this.#kind.isReadAhead) this.#readTogether(knex, names.slice(-maxAhead), true);
  }

  clear(): void {
    this.#kept.clear();
    for (const reading of this.#readings) reading.isOver = true;
    this.#joinable.clear();
  }

  /** Drops the entries of the chain, and returns the names of those that were in use. */
  #forgetChain(chain: string, only: string | undefined): string[] {
    const entries = [...this.#byChain.of(chain)].filter(
      ({ value }) => only === undefined || this.#kind.idOf?.(value) === only,
    );
    for (const { name } of entries) this.#kept.delete(name);
    return entries.filter(({ isInUse }) => isInUse).map(({ name }) => name);
  }

  #readTogether(knex: Knex, names: readonly string[], isAhead = false): void {
    const all = this.#kind.readAll?.(knex, names);
    if (!all) return;
    for (const name of names)
      // Requests that join this read see its failure; no other code waits for it.
      this.#begin(name, async () => (await all).get(name) ?? null, isAhead).catch(() => {});
  }

  async #begin(name: string, read: () => Promise<Value | null>, isAhead = false): Promise<Value | null> {
    const reading: Reading<Value> = { changed: new Set(), isOver: false, read: null, isAhead };
    this.#readings.add(reading);
    this.#joinable.set(name, reading);
    reading.read = this.#read(name, reading, read);
    return await reading.read;
  }

  async #read(
    name: string,
    reading: Reading<Value>,
    read: () => Promise<Value | null>,
  ): Promise<Value | null> {
    try {
      const value = await read();
      const isInUse = !reading.isAhead;
      if (value !== null) this.#keep(reading, { name, value, chains: this.#kind.chainsOf(value), isInUse });
      return value;
    } finally {
      this.#readings.delete(reading);
      if (this.#joinable.get(name) === reading) this.#joinable.delete(name);
    }
  }

  // A read can begin before a commit and end after its signal; its result is then stale.
  #keep({ changed, isOver }: Reading<Value>, entry: Entry<Value>): void {
    if (isOver || entry.chains.some((chain) => changed.has(chain))) return;
    this.#kept.set(entry.name, entry);
    // One that counts as more than all is not cached.
    if (!this.#kept.has(entry.name)) return;
    for (const chain of entry.chains) this.#byChain.add(chain, entry);
  }

  #unlink(entry: Entry<Value>): void {
    for (const chain of entry.chains) this.#byChain.delete(chain, entry);
  }
}
