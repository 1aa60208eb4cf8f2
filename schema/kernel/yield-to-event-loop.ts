import { setImmediate } from 'node:timers/promises';

/** As long as requests of others may wait for work that has no end of its own. */
const longestMs = 2;
let since = performance.now();

/** Lets everybody else have their turn, where this has gone on for a while: promises alone never do. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - since < longestMs) return;
  await setImmediate();
  since = performance.now();
}
