import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { SnapshotKind } from '../../schema/kernel/ports/snapshots.ts';
import { Groups } from '../../schema/values/groups.ts';

interface Entry<Value> {
  name: string;
  value: Value;
  chains: readonly string[];
  /** Whether anybody has asked for it since it was read. */
  isInUse: boolean;
}

/** A read that is under way, and the chains that have changed since it began. */
interface Reading<Value> {
  read: Promise<Value | null> | null;
  changed: Set<string>;
  isOver: boolean;
  /** Whether it began because of a change, before anybody asked for it. */
  isAhead: boolean;
}

/** How many are read ahead at once. */
const maxAhead = 500;

/** The cached snapshots of one kind by name, each until one of its chains changes. */
export class SnapshotCache<Value> {
  readonly #kind: SnapshotKind<Value>;
  readonly #kept: LRUCache<string, Entry<Value>>;
  readonly #byChain = new Groups<Entry<Value>>();
  readonly #readings = new Set<Reading<Value>>();
  /** Those that nothing has changed since. */
  readonly #joinable = new Map<string, Reading<Value>>();

  constructor(kind: SnapshotKind<Value>) {
    this.#kind = kind;
    this.#kept = new LRUCache({ max: kind.max, dispose: (entry) => this.#unlink(entry) });
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

  /**
   * Forgets what rests on the chain or, where that is told, what of it is of this one row. Where many were in use they are
   * read again at once, by one statement.
   */
  drop(knex: Knex, chain: string, only?: string): void {
    const names = [...this.#joinable.keys(), ...this.#forgetChain(chain, only)];
    for (const reading of this.#readings) reading.changed.add(chain);
    // Whoever asks from now on must not be told what was read before, whatever it turns out to rest on.
    this.#joinable.clear();
    if (names.length > 1) this.#readAhead(knex, names.slice(-maxAhead));
  }

  clear(): void {
    this.#kept.clear();
    for (const reading of this.#readings) reading.isOver = true;
    this.#joinable.clear();
  }

  /** The names of those that were in use. */
  #forgetChain(chain: string, only: string | undefined): string[] {
    const entries = [...this.#byChain.of(chain)].filter(
      ({ value }) => only === undefined || this.#kind.idOf?.(value) === only,
    );
    for (const { name } of entries) this.#kept.delete(name);
    return entries.filter(({ isInUse }) => isInUse).map(({ name }) => name);
  }

  #readAhead(knex: Knex, names: readonly string[]): void {
    const all = this.#kind.readAll?.(knex, names);
    if (!all) return;
    for (const name of names)
      // Whoever has joined is told of a failure; nobody else waits for it.
      this.#begin(name, async () => (await all).get(name) ?? null, true).catch(() => {});
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

  // A read may have begun before a commit and end after everybody was told of it: what it found is older than that.
  #keep({ changed, isOver }: Reading<Value>, entry: Entry<Value>): void {
    if (isOver || entry.chains.some((chain) => changed.has(chain))) return;
    this.#kept.set(entry.name, entry);
    for (const chain of entry.chains) this.#byChain.add(chain, entry);
  }

  #unlink(entry: Entry<Value>): void {
    for (const chain of entry.chains) this.#byChain.delete(chain, entry);
  }
}
