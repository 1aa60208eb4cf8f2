import { random } from './seed.ts';

export const isSoak = process.env['SOAK'] === '1';

/** Returns how often a test repeats: the full count under `npm run soak`, otherwise a hundredth. */
export function count(full: number): number {
  return isSoak ? full : Math.max(1, Math.ceil(full / 100));
}

/** Returns all cases under `npm run soak`; otherwise `atMost` of them, chosen by the printed seed. */
export function some<Case>(cases: readonly Case[], atMost: number): Case[] {
  if (isSoak) return [...cases];
  const next = random();
  const shuffled = cases.map((it) => [next(), it] as const).toSorted(([one], [other]) => one - other);
  return shuffled.slice(0, atMost).map(([, it]) => it);
}
