import { LRUCache } from 'lru-cache';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import type { DataKeys } from '../../schema/kernel/ports/vault-keys.ts';
import { dataKeySeconds } from '../../schema/connect/vault/rules.ts';

/** How many data keys stay in memory; beyond that the one that was opened first goes. */
export const maxHeld = 1_000;

export interface HeldDataKeys extends DataKeys {
  /** Overwrites the keys whose time is over, also where no request needs one any more. */
  sweep(): void;
}

/** Data keys that were opened a moment ago, for at most a minute. Each is overwritten when it leaves. */
export function createDataKeys(clock: Clock): HeldDataKeys {
  const held = new LRUCache<string, Buffer>({
    max: maxHeld,
    // An entry is stale once it is older than this, so a key leaves at the full minute.
    ttl: dataKeySeconds * 1000 - 1,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
    dispose: (key) => void key.fill(0),
  });
  return {
    async using(id, load, work) {
      // Use does not prolong a key's stay.
      const known = held.peek(id);
      if (known) return work(known);
      const key = await load();
      held.set(id, key);
      return work(key);
    },
    drop: (id) => void held.delete(id),
    sweep: () => void held.purgeStale(),
  };
}
