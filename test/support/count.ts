export const isSoak = process.env['SOAK'] === '1';

/** How often a test repeats itself: the full count under `npm run soak`, a hundredth of it otherwise. */
export function count(full: number): number {
  return isSoak ? full : Math.max(1, Math.ceil(full / 100));
}
