import { setTimeout as after } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { SnapshotKind } from '../../schema/kernel/ports/snapshots.ts';
import type { Changed } from '../../schema/kernel/ports/feed.ts';
import { Reads } from '../../schema/values/reads.ts';
import type { CachedSnapshots } from '../../server/cache/snapshots.ts';

/** The longest time between a commit and its signal to all instances. */
const patienceMs = 2000;

/**
 * The product's snapshots, with a second read of everything: in every test, cached data must equal the
 * database, unless it is about to be dropped.
 */
export class CheckedSnapshots implements CachedSnapshots {
  readonly #snapshots: CachedSnapshots;
  readonly #knex: Knex;
  #isChecking = true;

  constructor(snapshots: CachedSnapshots, knex: Knex) {
    this.#snapshots = snapshots;
    this.#knex = knex;
  }

  async of<Value>(kind: SnapshotKind<Value>, name: string): Promise<Value | null> {
    const kept = await this.#snapshots.of(kind, name);
    if (this.#isChecking) await this.#assertSame(kind, name, kept);
    this.#checkReads(kind, name, kept);
    return kept;
  }

  async several<Value>(kind: SnapshotKind<Value>, names: readonly string[]): Promise<Value[]> {
    const values = await this.#snapshots.several(kind, names);
    const each = await Promise.all(names.map(async (name) => await this.of(kind, name)));
    // A change between the reads may have dropped some.
    if (this.#isChecking && values.length === names.length)
      await this.#assertHolds(
        async () => await Promise.resolve(isDeepStrictEqual(values, each)),
        async () => isDeepStrictEqual(values, await this.#snapshots.several(kind, names)),
      );
    return values;
  }

  kept<Value>(kind: SnapshotKind<Value>, name: string): Value | null {
    return this.#snapshots.kept(kind, name);
  }

  /** Does the work without checks, like the product. */
  async unchecked<T>(work: () => Promise<T>): Promise<T> {
    this.#isChecking = false;
    try {
      return await work();
    } finally {
      this.#isChecking = true;
    }
  }

  drop(changed: Changed): void {
    this.#snapshots.drop(changed);
  }

  clear(): void {
    this.#snapshots.clear();
  }

  async #assertSame<Value>(kind: SnapshotKind<Value>, name: string, kept: Value | null): Promise<void> {
    const isKept = async () => (await this.#snapshots.of(kind, name)) === kept;
    await this.#assertHolds(async () => isDeepStrictEqual(kept, await kind.read(this.#knex, name)), isKept);
  }

  // Checks the additional reads that are cached with the snapshot.
  #checkReads<Value>(kind: SnapshotKind<Value>, name: string, kept: Value | null): void {
    const { reads } = (kept ?? {}) as { reads?: Reads };
    if (!(reads instanceof Reads) || Object.hasOwn(reads, 'once')) return;
    const isKept = async () => (await this.#snapshots.of(kind, name)) === kept;
    const once = reads.once.bind(reads);
    const checked: Reads['once'] = async (what, read) => {
      const value = await once(what, read);
      if (this.#isChecking)
        await this.#assertHolds(async () => isDeepStrictEqual(value, await read()), isKept);
      return value;
    };
    Object.defineProperty(reads, 'once', { value: checked });
  }

  async #assertHolds(isSame: () => Promise<boolean>, isKept: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + patienceMs;
    while (!(await isSame())) {
      if (!(await isKept())) return;
      if (performance.now() > end) throw told(new Error(missedChange));
      await after(10);
    }
  }
}

const missedChange =
  'What is kept is not what is there, and nobody was told. A verb records what it changes, in the chain that the snapshot ' +
  'rests on; a test that changes rows by itself does so in `t.unrecorded`.';

// Prints the error, since a request would report only a server failure without its cause.
function told(error: Error): Error {
  console.error(error);
  return error;
}
