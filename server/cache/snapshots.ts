import type { Knex } from 'knex';
import type { Snapshots, SnapshotKind } from '../../schema/kernel/ports/snapshots.ts';
import type { Changed } from '../../schema/kernel/ports/feed.ts';
import { SeenHeads } from './seen-heads.ts';
import { SnapshotCache } from './snapshot-cache.ts';

export interface CachedSnapshots extends Snapshots {
  /** Forgets at once whatever rests on what has changed, and whatever of it is being read now. */
  drop(changed: Changed): void;
}

/**
 * Keeps what was read for requests, while the lease is good: a change is answered only once every instance with a lease
 * has forgotten what rested on it. Without one, everything is read each time.
 */
export function createSnapshots(knex: Knex, lease: { isGood(): boolean }): CachedSnapshots {
  const kinds = new Map<unknown, Pick<SnapshotCache<unknown>, 'drop' | 'clear'>>();
  const seenHeads = new SeenHeads();
  const cacheOf = <Value>(kind: SnapshotKind<Value>): SnapshotCache<Value> => {
    const cache = (kinds.get(kind) as SnapshotCache<Value> | undefined) ?? new SnapshotCache(kind);
    if (!kinds.has(kind)) kinds.set(kind, cache);
    return cache;
  };
  return {
    of: async (kind, name) =>
      lease.isGood() ? await cacheOf(kind).of(knex, name) : await kind.read(knex, name),
    kept: (kind, name) => (lease.isGood() ? cacheOf(kind).kept(name) : null),
    drop(changed) {
      const scope = 'personId' in changed ? 'EVERYTHING' : seenHeads.invalidationScopeOf(changed);
      if (scope === 'NOTHING') return;
      const chain = 'personId' in changed ? changed.personId : changed.workspaceId;
      const only = scope === 'ONE_ROW' && 'only' in changed ? changed.only : undefined;
      for (const cache of kinds.values()) cache.drop(knex, chain, only);
    },
    clear() {
      seenHeads.clear();
      for (const cache of kinds.values()) cache.clear();
    },
  };
}
