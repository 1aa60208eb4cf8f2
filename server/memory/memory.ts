import type { Knex } from 'knex';
import type { Memory, Snapshots } from '../../schema/memory.ts';
import { Held } from './held.ts';

export interface HeldMemory extends Memory {
  /** Forgets whatever rests on the chain, at once, and whatever of it is being read now. */
  drop(chain: string): void;
}

/**
 * Keeps what was read for requests, while the lease is good: a change is answered only once every instance with a lease
 * has forgotten what rested on it. Without one, everything is read each time.
 */
export function createMemory(knex: Knex, lease: { isGood(): boolean }): HeldMemory {
  const kinds = new Map<unknown, Held<unknown>>();
  const heldOf = <Value>(snapshots: Snapshots<Value>): Held<Value> => {
    const held = (kinds.get(snapshots) as Held<Value> | undefined) ?? new Held(snapshots);
    if (!kinds.has(snapshots)) kinds.set(snapshots, held);
    return held;
  };
  return {
    of: async (snapshots, name) =>
      lease.isGood() ? await heldOf(snapshots).of(knex, name) : await snapshots.read(knex, name),
    kept: (snapshots, name) => (lease.isGood() ? heldOf(snapshots).kept(name) : null),
    drop(chain) {
      for (const held of kinds.values()) held.drop(knex, chain);
    },
    clear() {
      for (const held of kinds.values()) held.clear();
    },
  };
}
