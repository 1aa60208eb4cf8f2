import { random } from './seed.ts';

export const isSoak = process.env['SOAK'] === '1';

/** How often a test repeats itself: the full count under `npm run soak`, a hundredth of it otherwise. */
export function count(full: number): number {
  return isSoak ? full : Math.max(1, Math.ceil(full / 100));
}

/** All of the cases under `npm run soak`; otherwise so many of them, which the printed seed chooses. */
export function some<Case>(cases: readonly Case[], atMost: number): Case[] {
  if (isSoak) return [...cases];
  const next = random();
  const shuffled = cases.map((it) => [next(), it] as const).toSorted(([one], [other]) => one - other);
  return shuffled.slice(0, atMost).map(([, it]) => it);
}
