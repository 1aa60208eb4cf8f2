/** A time limit that runs only during waits. */
export interface Patience {
  /** Resolves to the awaited value, or to `impatient` if all waits together took too long. */
  wait<T>(awaited: Promise<T>): Promise<T | typeof impatient>;
}

export const impatient = Symbol('impatient');

export function patienceOf(totalMs: number): Patience {
  let leftMs = totalMs;
  return {
    async wait(awaited) {
      const began = performance.now();
      const { promise, resolve } = Promise.withResolvers<typeof impatient>();
      const timer = setTimeout(resolve, Math.max(0, leftMs), impatient);
      try {
        return await Promise.race([awaited, promise]);
      } finally {
        clearTimeout(timer);
        leftMs -= performance.now() - began;
      }
    },
  };
}
