/** How long an instance may use cached data after it last read the changes, by the database's clock. */
export const leaseMs = 2000;
/** How often an instance reads the changes. */
export const beatMs = 500;
/** How much earlier the lease ends by the instance's own clocks, since two clocks do not run equally fast. */
const marginMs = 100;

/** Whether this instance may use its cached data. */
export interface Lease {
  isGood(): boolean;
}

/**
 * The lease as its holder sees it. The time starts before the query for changes is sent. So the lease ends
 * here before it ends in the database, however long the answer takes. A process that was paused has no lease.
 */
export class HeldLease implements Lease {
  #monotonicEnd = -Infinity;
  #wallEnd = -Infinity;

  /** Checks both clocks: the monotonic clock never jumps, but stops while a machine sleeps. */
  isGood(): boolean {
    return performance.now() < this.#monotonicEnd && Date.now() < this.#wallEnd;
  }

  prolong(from: Instant): void {
    this.#monotonicEnd = from.monotonic + leaseMs - marginMs;
    this.#wallEnd = from.wall + leaseMs - marginMs;
  }

  end(): void {
    this.#monotonicEnd = -Infinity;
  }
}

export interface Instant {
  monotonic: number;
  wall: number;
}

export function instant(): Instant {
  return { monotonic: performance.now(), wall: Date.now() };
}
