import { setTimeout as after } from 'node:timers/promises';

export interface Rate {
  perSecond: number;
  times: number;
  /** The most seconds in which calls begin. A slow machine then makes fewer. */
  seconds?: number;
  /** The most calls that are under way at the same time. */
  atOnce: number;
}

/** The reached load: the milliseconds of each call, the calls a second, and how late one began at most. */
export interface Reached {
  took: number[];
  perSecond: number;
  lateMs: number;
}

/** Makes the calls at a fixed rate, however long they take, or at the rate that the machine reaches. */
export async function steadily(
  { perSecond, times, seconds = Infinity, atOnce }: Rate,
  call: (nth: number) => Promise<void>,
): Promise<Reached> {
  const from = performance.now();
  const under = new Set<Promise<void>>();
  const took: number[] = [];
  let [begun, lateMs] = [0, 0];
  const timed = async (nth: number) => {
    const began = performance.now();
    await call(nth);
    took.push(performance.now() - began);
  };
  for (let passedMs = 0; begun < times && passedMs < seconds * 1000; passedMs = performance.now() - from) {
    lateMs = Math.max(lateMs, passedMs - (begun * 1000) / perSecond);
    for (const due = (passedMs / 1000) * perSecond; begun < Math.min(due, times) && under.size < atOnce;) {
      const made: Promise<void> = timed(begun).finally(() => void under.delete(made));
      under.add(made);
      begun += 1;
    }
    await (under.size < atOnce ? after(2) : Promise.race(under));
  }
  await Promise.all(under);
  return { took, perSecond: (begun * 1000) / (performance.now() - from), lateMs };
}

/** Returns the value below which that part of the values lies. */
export function quantile(values: readonly number[], part: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
}
