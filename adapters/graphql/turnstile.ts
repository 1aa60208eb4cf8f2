/**
 * Admits one request per iteration of the event loop, alternating between addresses, in order for each
 * address. Synchronous work, such as parsing a document, then delays every other request only once, however
 * many arrive together. Resolves to whether another request had to pass first.
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
