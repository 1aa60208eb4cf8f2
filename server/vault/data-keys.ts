import { LRUCache } from 'lru-cache';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import { sealingBy } from '../../db/envelope.ts';
import type { DataKeys, Sealing } from '../../schema/kernel/ports/vault-keys.ts';
import { dataKeySeconds } from '../../schema/connect/vault/rules.ts';

/** The most data keys in memory; beyond that, the least recently added one is dropped. */
export const maxHeld = 1_000;

export interface HeldDataKeys extends DataKeys {
  /** Drops the expired keys, even if no request uses them. */
  sweep(): void;
  /** The number of cached keys. */
  readonly size: number;
}

/**
 * Caches opened data keys for at most a minute, as derived key objects: OpenSSL would need three times as long to open
 * a secret with bytes. It overwrites an object's bytes when Node collects the dropped object.
 */
export function createDataKeys(clock: Clock): HeldDataKeys {
  const held = new LRUCache<string, Sealing>({
    max: maxHeld,
    // An entry is stale when it is older than this, so a key is dropped at the full minute.
    ttl: dataKeySeconds * 1000 - 1,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return {
    async using(id, load, work) {
      // Use does not extend a key's time.
      const known = held.peek(id);
      if (known) return work(known);
      const bytes = await load();
      const key = sealingBy(bytes);
      bytes.fill(0);
      held.set(id, key);
      return work(key);
    },
    drop: (id) => void held.delete(id),
    sweep: () => void held.purgeStale(),
    get size() {
      return held.size;
    },
  };
}
