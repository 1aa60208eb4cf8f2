/** How long an instance may go by what it keeps after it last looked what has changed, by the database's clock. */
export const leaseMs = 2000;
/** How often it looks. */
export const beatMs = 500;
/** How much earlier the lease ends by the instance's own reckoning: two clocks do not run equally fast. */
const marginMs = 100;

/** Whether what this instance keeps is good. */
export interface Lease {
  isGood(): boolean;
}

/**
 * The lease as its holder sees it. It is counted from before the look at the database was sent, so it ends here before it
 * ends there, however long the answer took. A process that was stopped for a while finds it run out.
 */
export class HeldLease implements Lease {
  #monotonicEnd = -Infinity;
  #wallEnd = -Infinity;

  /** By both clocks, since a machine that sleeps stops the one that never jumps. */
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
