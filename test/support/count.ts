import { expect } from 'vitest';
import { random, seed } from './seed.ts';

export const isSoak = process.env['SOAK'] === '1';
/** Whether every row of a generated test runs: in CI, in a soak, and in files that are named. */
const isWhole = isSoak || process.env['WHOLE_SUITE'] === '1';

/** Returns how often a test repeats: the full count under `npm run soak`, otherwise a hundredth. */
export function count(full: number): number {
  return isSoak ? full : Math.max(1, Math.ceil(full / 100));
}

/** Returns all rows of a generated test in CI; otherwise a quarter, which the printed seed chooses. */
export function quarter<Row>(rows: readonly Row[]): Row[] {
  return isWhole ? [...rows] : some(rows, Math.ceil(rows.length / 4));
}

const samples = new Map<string, number>();

/** Returns all cases under `npm run soak`; otherwise at most so many, which the printed seed chooses. */
export function some<Case>(cases: readonly Case[], atMost: number): Case[] {
  if (isSoak) return [...cases];
  // Another sample for each list of a file, and the same ones for the same seed.
  const file = expect.getState().testPath ?? '';
  const sample = samples.get(file) ?? 0;
  samples.set(file, sample + 1);
  const next = random(seed() + sample);
  const shuffled = cases.map((it) => [next(), it] as const).toSorted(([one], [other]) => one - other);
  return shuffled.slice(0, atMost).map(([, it]) => it);
}
