/** How often a test repeats itself: the full count under `npm run soak`, a hundredth of it otherwise. */
export function count(full: number): number {
  return process.env['SOAK'] === '1' ? full : Math.max(1, Math.ceil(full / 100));
}
