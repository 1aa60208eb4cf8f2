/** Limits how many operations wait at the same time, counted per process. */
export interface Places {
  /** Takes a place under the key until it is disposed of; returns null if `most` are taken. */
  take(key: string, most: number): Disposable | null;
}

/** Blocks calls after repeated recent failures, with one circuit per key and process. */
export interface Breakers {
  /** Admits a call, or returns the seconds until the next may be admitted. */
  enter(key: string): Entrance;
}

export type Entrance = { pass: Pass } | { pass: null; retryAfterSeconds: number };

/** Reports the result of an admitted call; only the first report counts. */
export interface Pass {
  /** Returns whether this closed the circuit. */
  succeeded(): boolean;
  /** Returns whether this opened the circuit, which was closed. */
  failed(): boolean;
  /** The result does not show whether the other side works. */
  neither(): boolean;
}
