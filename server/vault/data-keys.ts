import { LRUCache } from 'lru-cache';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import type { DataKeys } from '../../schema/kernel/ports/vault-keys.ts';
import { dataKeySeconds } from '../../schema/connect/vault/rules.ts';

/** The most data keys in memory; beyond that, the least recently added one is dropped. */
export const maxHeld = 1_000;

export interface HeldDataKeys extends DataKeys {
  /** Overwrites the expired keys, even if no request uses them. */
  sweep(): void;
}

/** Caches opened data keys for at most a minute. Each key is overwritten when it is dropped. */
export function createDataKeys(clock: Clock): HeldDataKeys {
  const held = new LRUCache<string, Buffer>({
    max: maxHeld,
    // An entry is stale when it is older than this, so a key is dropped at the full minute.
    ttl: dataKeySeconds * 1000 - 1,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
    dispose: (key) => void key.fill(0),
  });
  return {
    async using(id, load, work) {
      // Use does not extend a key's time.
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
