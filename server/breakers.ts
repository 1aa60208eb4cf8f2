import { LRUCache } from 'lru-cache';
import type { Breakers, Pass } from '../schema/kernel/ports/breakers.ts';
import type { Clock } from '../schema/kernel/ports/clock.ts';
import { atMost } from '../schema/values/at-most.ts';

/** A circuit opens after this many consecutive failures. */
export const maxFailures = 5;
/**
 * How long an open circuit rejects calls. After that one call tries, and the others wait for another period.
 */
export const openSeconds = 30;
/** The most circuits that are remembered. */
export const maxCircuits = 5_000;

interface Circuit {
  failures: number;
  /** When the circuit opened; null while it is closed. */
  openedAt: number | null;
  /** The call that tries whether the circuit can close. */
  trial: object | null;
}

/** Creates circuits on the given clock. A closed circuit without failures uses no memory. */
export function createBreakers(clock: Clock): Breakers {
  const circuits = new LRUCache<string, Circuit>(atMost(maxCircuits));
  const opened = () => ({ failures: maxFailures, openedAt: clock.now().getTime(), trial: null });

  // An outcome counts only while the circuit is closed; otherwise the call began in an earlier period.
  const whileClosed = (key: string) =>
    passBy((word) => {
      const { failures, openedAt } = circuits.peek(key) ?? { failures: 0, openedAt: null };
      if (openedAt !== null || word === 'neither') return false;
      const opens = word === 'failed' && failures + 1 >= maxFailures;
      if (word === 'succeeded') circuits.delete(key);
      else circuits.set(key, opens ? opened() : { failures: failures + 1, openedAt, trial: null });
      return opens;
    });

  const trying = (key: string, before: Circuit) => {
    const trial = {};
    circuits.set(key, { ...opened(), trial });
    return passBy((word) => {
      if (circuits.peek(key)?.trial !== trial) return false;
      if (word === 'succeeded') return circuits.delete(key);
      // Without a verdict, the next call tries.
      circuits.set(key, word === 'failed' ? opened() : before);
      return false;
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

/** A clock that was set back also ends the period. */
function secondsLeft(openedAt: number, now: number): number {
  const passedMs = now - openedAt;
  return passedMs < 0 ? 0 : Math.max(0, Math.ceil(openSeconds - passedMs / 1000));
}

function passBy(tell: (word: keyof Pass) => boolean): Pass {
  let isTold = false;
  const first = (word: keyof Pass) => () => {
    if (isTold) return false;
    isTold = true;
    return tell(word);
  };
  return { succeeded: first('succeeded'), failed: first('failed'), neither: first('neither') };
}
