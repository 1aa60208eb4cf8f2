import { setImmediate } from 'node:timers/promises';

/** How long endless work may make other requests wait. */
const longestMs = 2;
let since = performance.now();

/** Yields to the event loop if the current work has run for 2 ms; awaiting promises alone never does. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - since < longestMs) return;
  await setImmediate();
  since = performance.now();
}
