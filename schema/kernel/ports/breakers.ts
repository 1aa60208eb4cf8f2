/** How much waits at once, counted by this process for itself. */
export interface Places {
  /** A place under a key until it is disposed of; null where as many are taken as there may be. */
  take(key: string, most: number): Disposable | null;
}

/** Keeps calls away from where they failed a moment ago; a circuit for each key, of this process alone. */
export interface Breakers {
  /** Lets a call through, or says for how long none is let through. */
  enter(key: string): Entrance;
}

export type Entrance = { pass: Pass } | { pass: null; retryAfterSeconds: number };

/** What is told of a call once it is over; the first word counts. */
export interface Pass {
  succeeded(): void;
  failed(): void;
  /** It says nothing of how the other side is. */
  neither(): void;
}
