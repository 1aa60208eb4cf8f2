/** Throws if too much work of the owner waits. */
export type Turns = <Value>(owner: string, work: () => Promise<Value>) => Promise<Value>;

/** Too much work of one owner waits. */
export class TooManyWait extends Error {}

/**
 * Runs work in sequence. The owners take turns, so that one with much work delays another by one piece of it. At most
 * `maxWaiting` pieces of an owner wait.
 */
export function createTurns(maxWaiting: number): Turns {
  // In the order of the owners' turns.
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;
  const next = () => {
    const [first] = waiting;
    if (!first) {
      isBusy = false;
      return;
    }
    const [owner, [begin, ...later]] = first;
    waiting.delete(owner);
    if (later.length > 0) waiting.set(owner, later);
    begin?.();
  };
  return async (owner, work) => {
    if (isBusy) {
      const own = waiting.get(owner) ?? [];
      if (own.length >= maxWaiting) throw new TooManyWait();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(owner, [...own, resolve]);
      await promise;
    }
    isBusy = true;
    try {
      return await work();
    } finally {
      next();
    }
  };
}
