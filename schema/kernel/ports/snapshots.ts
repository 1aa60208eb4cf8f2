import type { Knex } from 'knex';

/**
 * A kind of snapshot that is read for a request and kept for the next one. Whatever changes a row that a snapshot rests on
 * is an entry, or a touch, of one of its chains, in the transaction of the change itself (`schema/records/audit/record.ts`).
 */
export interface SnapshotKind<Value> {
  /** How many at once; which was used longest ago is forgotten first, and read once more. */
  max: number;
  /** The one of this name as it stands; null, which is not kept, where there is none. */
  read(knex: Knex, name: string): Promise<Value | null>;
  /**
   * All of these names at once, by name: where many in use rest on one chain, what is forgotten together is read together,
   * before anybody asks for each.
   */
  readAll?(knex: Knex, names: readonly string[]): Promise<Map<string, Value>>;
  /** The workspaces and persons in whose chain something can change it. What time ends is judged at each use. */
  chainsOf(value: Value): readonly string[];
  /** The id of the row it is of, where there are events that tell of no other one (`schema/records/event/invalidation-scope.ts`). */
  idOf?(value: Value): string;
}

/** What was read for a request, as long as nothing has changed that it rests on. */
export interface Snapshots {
  /** The snapshot of this name, as it is for whatever began with the request: kept, or read now. */
  of<Value>(kind: SnapshotKind<Value>, name: string): Promise<Value | null>;
  /** The same where it is kept; null where it would have to be read. */
  kept<Value>(kind: SnapshotKind<Value>, name: string): Value | null;
  /** Forgets everything. */
  clear(): void;
}
