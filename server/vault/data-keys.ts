import type { Clock, DataKeys } from '../../schema/kernel/ports.ts';
import { dataKeySeconds } from '../../schema/connect/vault/rules.ts';

/** How many are held at most; of more, those that were opened the longest ago are let go. */
export const maxHeld = 1_000;

export interface HeldDataKeys extends DataKeys {
  /** Lets go of those whose time is over, also where nobody asks for one any more. */
  sweep(): void;
}

interface Held {
  key: Buffer;
  until: number;
}

/** Data keys that were opened a moment ago, for at most a minute; overwritten when they are let go. */
export function createDataKeys(clock: Clock): HeldDataKeys {
  const held = new Map<string, Held>();
  const drop = (id: string) => {
    held.get(id)?.key.fill(0);
    held.delete(id);
  };
  const sweep = () => {
    const now = clock.now().getTime();
    for (const [id, { until }] of held) if (until <= now || held.size > maxHeld) drop(id);
  };
  return {
    async using(id, load, work) {
      sweep();
      const known = held.get(id);
      if (known) return work(known.key);
      const key = await load();
      drop(id);
      held.set(id, { key, until: clock.now().getTime() + dataKeySeconds * 1000 });
      return work(key);
    },
    drop,
    sweep,
  };
}
