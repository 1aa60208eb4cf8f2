import type { Knex } from 'knex';
import type { Memory, Snapshots } from '../../schema/kernel/memory.ts';
import type { Changed } from '../../schema/kernel/ports/feed.ts';
import { Heard } from './heard.ts';
import { Held } from './held.ts';

export interface HeldMemory extends Memory {
  /** Forgets at once whatever rests on what has changed, and whatever of it is being read now. */
  drop(changed: Changed): void;
}

/**
 * Keeps what was read for requests, while the lease is good: a change is answered only once every instance with a lease
 * has forgotten what rested on it. Without one, everything is read each time.
 */
export function createMemory(knex: Knex, lease: { isGood(): boolean }): HeldMemory {
  const kinds = new Map<unknown, Pick<Held<unknown>, 'drop' | 'clear'>>();
  const heard = new Heard();
  const heldOf = <Value>(snapshots: Snapshots<Value>): Held<Value> => {
    const held = (kinds.get(snapshots) as Held<Value> | undefined) ?? new Held(snapshots);
    if (!kinds.has(snapshots)) kinds.set(snapshots, held);
    return held;
  };
  return {
    of: async (snapshots, name) =>
      lease.isGood() ? await heldOf(snapshots).of(knex, name) : await snapshots.read(knex, name),
    kept: (snapshots, name) => (lease.isGood() ? heldOf(snapshots).kept(name) : null),
    drop(changed) {
      const reach = 'personId' in changed ? 'EVERYTHING' : heard.reachOf(changed);
      if (reach === 'NOTHING') return;
      const chain = 'personId' in changed ? changed.personId : changed.workspaceId;
      const only = reach === 'ONE_ROW' && 'only' in changed ? changed.only : undefined;
      for (const held of kinds.values()) held.drop(knex, chain, only);
    },
    clear() {
      heard.clear();
      for (const held of kinds.values()) held.clear();
    },
  };
}
