import type { Allowance, LimitName } from '../../schema/kernel/ports/limiter.ts';

/** The quota of a window, which begins with its first use. */
export interface Limit {
  readonly name: LimitName;
  readonly quota: number;
  readonly windowSeconds: number;
}

/** The counts of one limit, by subject. */
export interface Counts {
  /** Counts so many uses, unless they exceed the quota. */
  take(subject: string, count: number): Allowance | Promise<Allowance>;
  giveBack(subject: string): void | Promise<void>;
  clear(subject: string): void | Promise<void>;
}

/** Monotonic milliseconds. */
export type Now = () => number;

export function allowanceOf(limit: Limit, remaining: number, resetMs: number, exceeded: boolean): Allowance {
  return {
    name: limit.name,
    quota: limit.quota,
    windowSeconds: limit.windowSeconds,
    remaining: Math.max(0, remaining),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    exceeded,
  };
}
