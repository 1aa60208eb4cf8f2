import type { Knex } from 'knex';

/**
 * A kind of snapshot, read for one request and cached for the next. A transaction that changes a row of a
 * snapshot also adds an entry to one of its chains, or touches the chain (`schema/records/audit/record.ts`).
 */
export interface SnapshotKind<Value> {
  /** How many are cached; the least recently used is evicted first. */
  max: number;
  /** As how many one counts, if it may be large; at least 1. By default, 1. */
  countOf?(value: Value): number;
  /** Reads the current snapshot of this name; null, which is not cached, if it does not exist. */
  read(knex: Knex, name: string): Promise<Value | null>;
  /** Reads several snapshots in one query, by name. */
  readAll?(knex: Knex, names: readonly string[]): Promise<Map<string, Value>>;
  /** Whether those that one change evicts are read together, before the next requests need them. */
  isReadAhead?: boolean;
  /** The workspaces and persons whose chains record its changes. Expiry by time is checked at each use. */
  chainsOf(value: Value): readonly string[];
  /** The row's id, if some events change only that row (`schema/records/event/invalidation-scope.ts`). */
  idOf?(value: Value): string;
}

/** Cached reads, each valid until a change of the rows that it depends on. */
export interface Snapshots {
  /** Returns the snapshot of this name, cached or freshly read. It includes every commit answered before. */
  of<Value>(kind: SnapshotKind<Value>, name: string): Promise<Value | null>;
  /** Returns the snapshots of these names that exist, as `of` does. One query reads those that are not cached. */
  several<Value>(kind: SnapshotKind<Value>, names: readonly string[]): Promise<Value[]>;
  /** Returns the cached snapshot; null if it would have to be read. */
  kept<Value>(kind: SnapshotKind<Value>, name: string): Value | null;
  /** Evicts everything. */
  clear(): void;
}
