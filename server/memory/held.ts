import type { Knex } from 'knex';
import type { Snapshots } from '../../schema/memory.ts';
import { Recent } from '../../schema/recent.ts';
import { Groups } from '../groups.ts';

interface Entry<Value> {
  name: string;
  value: Value;
  chains: readonly string[];
}

/** A read that is under way, and the chains that have changed since it began. */
interface Reading<Value> {
  read: Promise<Value | null> | null;
  changed: Set<string>;
  isOver: boolean;
}

/** The snapshots of one kind that are kept, by their names, each until one of its chains changes. */
export class Held<Value> {
  readonly #snapshots: Snapshots<Value>;
  readonly #kept: Recent<Entry<Value>>;
  readonly #byChain = new Groups<Entry<Value>>();
  readonly #readings = new Set<Reading<Value>>();
  /** Those that nothing has changed since. */
  readonly #joinable = new Map<string, Reading<Value>>();

  constructor(snapshots: Snapshots<Value>) {
    this.#snapshots = snapshots;
    this.#kept = new Recent(snapshots.max);
  }

  async of(knex: Knex, name: string): Promise<Value | null> {
    const entry = this.#kept.get(name);
    if (entry) return entry.value;
    return await (this.#joinable.get(name)?.read ?? this.#begin(knex, name));
  }

  drop(chain: string): void {
    for (const entry of this.#byChain.of(chain)) this.#forget(entry);
    for (const reading of this.#readings) reading.changed.add(chain);
    // Whoever asks from now on must not be told what was read before, whatever it turns out to rest on.
    this.#joinable.clear();
  }

  clear(): void {
    for (const entry of this.#kept.values()) this.#forget(entry);
    for (const reading of this.#readings) reading.isOver = true;
    this.#joinable.clear();
  }

  async #begin(knex: Knex, name: string): Promise<Value | null> {
    const reading: Reading<Value> = { changed: new Set(), isOver: false, read: null };
    this.#readings.add(reading);
    this.#joinable.set(name, reading);
    reading.read = this.#read(knex, name, reading);
    return await reading.read;
  }

  async #read(knex: Knex, name: string, reading: Reading<Value>): Promise<Value | null> {
    try {
      const value = await this.#snapshots.read(knex, name);
      if (value !== null) this.#keep(reading, { name, value, chains: this.#snapshots.chainsOf(value) });
      return value;
    } finally {
      this.#readings.delete(reading);
      if (this.#joinable.get(name) === reading) this.#joinable.delete(name);
    }
  }

  // A read may have begun before a commit and end after everybody was told of it: what it found is older than that.
  #keep({ changed, isOver }: Reading<Value>, entry: Entry<Value>): void {
    if (isOver || entry.chains.some((chain) => changed.has(chain))) return;
    const before = this.#kept.get(entry.name);
    if (before) this.#forget(before);
    const oldest = this.#kept.set(entry.name, entry);
    if (oldest) this.#unlink(oldest);
    for (const chain of entry.chains) this.#byChain.add(chain, entry);
  }

  #forget(entry: Entry<Value>): void {
    this.#kept.delete(entry.name);
    this.#unlink(entry);
  }

  #unlink(entry: Entry<Value>): void {
    for (const chain of entry.chains) this.#byChain.delete(chain, entry);
  }
}
