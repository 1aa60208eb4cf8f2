import type { Knex } from 'knex';
import type { Snapshots, SnapshotKind } from '../../schema/kernel/ports/snapshots.ts';
import type { Changed } from '../../schema/kernel/ports/feed.ts';
import { SeenHeads } from './seen-heads.ts';
import { SnapshotCache } from './snapshot-cache.ts';

export interface CachedSnapshots extends Snapshots {
  /** Drops everything that depends on the change immediately, including reads in progress. */
  drop(changed: Changed): void;
}

/**
 * Caches what requests read while the lease is good. A change is answered only after every instance with a
 * lease has dropped what depends on it. Without a lease, each request reads the database.
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
    several: async (kind, names) =>
      lease.isGood() ? await cacheOf(kind).several(knex, names) : await read(knex, kind, names),
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

async function read<Value>(
  knex: Knex,
  kind: SnapshotKind<Value>,
  names: readonly string[],
): Promise<Value[]> {
  const all = await kind.readAll?.(knex, names);
  const one = async (name: string) => (all ? all.get(name) : await kind.read(knex, name)) ?? null;
  const values = await Promise.all(names.map(one));
  return values.filter((value) => value !== null);
}
