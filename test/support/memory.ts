import { setTimeout as after } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { Snapshots } from '../../schema/memory.ts';
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
  readonly #isAlone: () => boolean;
  #isChecking = true;

  /** Two instances that have no leases keep nothing. */
  constructor(memory: HeldMemory, knex: Knex, isAlone = () => true) {
    this.#memory = memory;
    this.#knex = knex;
    this.#isAlone = isAlone;
  }

  async of<Value>(snapshots: Snapshots<Value>, name: string): Promise<Value | null> {
    if (!this.#isAlone()) return await snapshots.read(this.#knex, name);
    const kept = await this.#memory.of(snapshots, name);
    if (this.#isChecking) await this.#demandSame(snapshots, name, kept);
    return kept;
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

  drop(chain: string): void {
    this.#memory.drop(chain);
  }

  clear(): void {
    this.#memory.clear();
  }

  async #demandSame<Value>(snapshots: Snapshots<Value>, name: string, kept: Value | null): Promise<void> {
    const end = performance.now() + patienceMs;
    while (!isDeepStrictEqual(kept, await snapshots.read(this.#knex, name))) {
      if ((await this.#memory.of(snapshots, name)) !== kept) return;
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
