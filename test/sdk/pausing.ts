import type { Clock } from '../../sdk/src/clock.ts';

/** A clock that advances instead of waiting, and records each pause in milliseconds. */
export interface Pausing extends Clock {
  pauses: number[];
  advance: (ms: number) => void;
}

export function pausing(): Pausing {
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  const pauses: number[] = [];
  return {
    pauses,
    now: () => now,
    advance: (ms) => void (now += ms),
    wait: async (ms, signal) => {
      signal?.throwIfAborted();
      pauses.push(ms);
      now += ms;
    },
  };
}
