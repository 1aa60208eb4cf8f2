/**
 * Lets one pass in each turn of the event loop, of each address in turn, in the order in which they came. What each does at once,
 * such as to parse and validate a document, then holds up everybody else once, however many come together. Says whether anybody
 * else had to pass before.
 */
export function turnstile(): (address: string) => Promise<boolean> {
  const waiting = new Map<string, (() => void)[]>();
  const next = () => {
    const [first] = waiting;
    if (!first) return;
    const [address, queue] = first;
    queue.shift()?.();
    waiting.delete(address);
    if (queue.length > 0) waiting.set(address, queue);
    if (waiting.size > 0) setImmediate(next);
  };
  return async (address) => {
    const isAlone = waiting.size === 0;
    const queue = waiting.get(address) ?? [];
    waiting.set(address, queue);
    if (isAlone) setImmediate(next);
    await new Promise<void>((resolve) => void queue.push(resolve));
    return !isAlone;
  };
}
