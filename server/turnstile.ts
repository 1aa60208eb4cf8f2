/**
 * Lets one pass in each turn of the event loop, in the order in which they came. What each does at once, such as to parse and
 * validate a document, then holds up everybody else once, however many come together.
 */
export function turnstile(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return async () =>
    await new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}
