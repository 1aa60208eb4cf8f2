/** Time that runs only while something is waited for. */
export interface Patience {
  /** Whatever is awaited, or `impatient` once there was too much waiting in all. */
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
