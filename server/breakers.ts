import { LRUCache } from 'lru-cache';
import type { Breakers, Pass } from '../schema/kernel/ports/breakers.ts';
import type { Clock } from '../schema/kernel/ports/clock.ts';

/** Failures in a row after which a circuit opens. */
export const maxFailures = 5;
/** How long it lets nothing through then; behind that it lets one call try, and the others wait as long for that. */
export const openSeconds = 30;
/** Circuits that are remembered. */
export const maxCircuits = 5_000;

interface Circuit {
  failures: number;
  /** Since when nothing is let through; null while it is closed. */
  openedAt: number | null;
  /** The call that tries whether it can close again. */
  trial: object | null;
}

/** Circuits by the given clock. One that is closed and has seen no failure takes no room. */
export function createBreakers(clock: Clock): Breakers {
  const circuits = new LRUCache<string, Circuit>({ max: maxCircuits });
  const opened = () => ({ failures: maxFailures, openedAt: clock.now().getTime(), trial: null });

  // What is told of a call counts where the circuit is closed by then, too: else it is of another time.
  const whileClosed = (key: string) =>
    passBy((word) => {
      const { failures, openedAt } = circuits.peek(key) ?? { failures: 0, openedAt: null };
      if (openedAt !== null || word === 'neither') return;
      if (word === 'succeeded') circuits.delete(key);
      else if (failures + 1 < maxFailures)
        circuits.set(key, { failures: failures + 1, openedAt, trial: null });
      else circuits.set(key, opened());
    });

  const trying = (key: string, before: Circuit) => {
    const trial = {};
    circuits.set(key, { ...opened(), trial });
    return passBy((word) => {
      if (circuits.peek(key)?.trial !== trial) return;
      if (word === 'succeeded') circuits.delete(key);
      // Where it says nothing, the next one tries.
      else circuits.set(key, word === 'failed' ? opened() : before);
    });
  };

  return {
    enter(key) {
      const circuit = circuits.get(key);
      if (!circuit || circuit.openedAt === null) return { pass: whileClosed(key) };
      const retryAfterSeconds = secondsLeft(circuit.openedAt, clock.now().getTime());
      if (retryAfterSeconds > 0) return { pass: null, retryAfterSeconds };
      return { pass: trying(key, circuit) };
    },
  };
}

/** A clock that was set back ends it, too. */
function secondsLeft(openedAt: number, now: number): number {
  const passedMs = now - openedAt;
  return passedMs < 0 ? 0 : Math.max(0, Math.ceil(openSeconds - passedMs / 1000));
}

function passBy(tell: (word: keyof Pass) => void): Pass {
  let isTold = false;
  const first = (word: keyof Pass) => () => {
    if (!isTold) tell(word);
    isTold = true;
  };
  return { succeeded: first('succeeded'), failed: first('failed'), neither: first('neither') };
}
