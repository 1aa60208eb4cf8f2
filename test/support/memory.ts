import { setTimeout as after } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { Snapshots } from '../../schema/kernel/memory.ts';
import type { Changed } from '../../schema/kernel/ports/feed.ts';
import { Reads } from '../../schema/values/reads.ts';
import type { HeldMemory } from '../../server/memory/memory.ts';

/** As long as a commit may be without everybody having been told of it. */
const patienceMs = 2000;

/**
 * The product's own, which read everything a second time: what is kept must be what is there, in whatever test, unless it
 * is about to be dropped.
 */
export class CheckedMemory implements HeldMemory {
  readonly #memory: HeldMemory;
  readonly #knex: Knex;
  #isChecking = true;

  constructor(memory: HeldMemory, knex: Knex) {
    this.#memory = memory;
    this.#knex = knex;
  }

  async of<Value>(snapshots: Snapshots<Value>, name: string): Promise<Value | null> {
    const kept = await this.#memory.of(snapshots, name);
    if (this.#isChecking) await this.#demandSame(snapshots, name, kept);
    this.#checkReads(snapshots, name, kept);
    return kept;
  }

  kept<Value>(snapshots: Snapshots<Value>, name: string): Value | null {
    return this.#memory.kept(snapshots, name);
  }

  /** Does the work as the product does it by itself. */
  async unchecked<T>(work: () => Promise<T>): Promise<T> {
    this.#isChecking = false;
    try {
      return await work();
    } finally {
      this.#isChecking = true;
    }
  }

  drop(changed: Changed): void {
    this.#memory.drop(changed);
  }

  clear(): void {
    this.#memory.clear();
  }

  async #demandSame<Value>(snapshots: Snapshots<Value>, name: string, kept: Value | null): Promise<void> {
    const isKept = async () => (await this.#memory.of(snapshots, name)) === kept;
    await this.#demand(async () => isDeepStrictEqual(kept, await snapshots.read(this.#knex, name)), isKept);
  }

  // What is read beside the snapshot, and kept along with it.
  #checkReads<Value>(snapshots: Snapshots<Value>, name: string, kept: Value | null): void {
    const { reads } = (kept ?? {}) as { reads?: Reads };
    if (!(reads instanceof Reads) || Object.hasOwn(reads, 'once')) return;
    const isKept = async () => (await this.#memory.of(snapshots, name)) === kept;
    const once = reads.once.bind(reads);
    const checked: Reads['once'] = async (what, read) => {
      const value = await once(what, read);
      if (this.#isChecking) await this.#demand(async () => isDeepStrictEqual(value, await read()), isKept);
      return value;
    };
    Object.defineProperty(reads, 'once', { value: checked });
  }

  async #demand(isSame: () => Promise<boolean>, isKept: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + patienceMs;
    while (!(await isSame())) {
      if (!(await isKept())) return;
      if (performance.now() > end) throw told(new Error(notTold));
      await after(10);
    }
  }
}

const notTold =
  'What is kept is not what is there, and nobody was told. A verb records what it changes, in the chain that the snapshot ' +
  'rests on; a test that changes rows by itself does so in `t.unrecorded`.';

// A request answers it as a failure of the server, and the test would not say of which.
function told(error: Error): Error {
  console.error(error);
  return error;
}
