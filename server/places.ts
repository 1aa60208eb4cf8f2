import type { Places } from '../schema/kernel/ports/breakers.ts';

/** Creates places under keys; a key without taken places uses no memory. */
export function createPlaces(): Places {
  const taken = new Map<string, number>();
  const change = (key: string, by: 1 | -1) => {
    const now = (taken.get(key) ?? 0) + by;
    if (now === 0) taken.delete(key);
    else taken.set(key, now);
  };
  return {
    take(key, most) {
      if ((taken.get(key) ?? 0) >= most) return null;
      change(key, 1);
      let isTaken = true;
      return {
        [Symbol.dispose]() {
          if (isTaken) change(key, -1);
          isTaken = false;
        },
      };
    },
  };
}
