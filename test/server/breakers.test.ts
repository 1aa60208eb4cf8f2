import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entrance, Pass } from '../../schema/kernel/ports/breakers.ts';
import { createBreakers, maxCircuits, maxFailures, openSeconds } from '../../server/breakers.ts';
import { TestClock } from '../support/clock.ts';
import { count } from '../support/count.ts';
import { seed } from '../support/seed.ts';

function opened() {
  const clock = new TestClock();
  const breakers = createBreakers(clock);
  const pass = (key = 'con_1') => passIn(breakers.enter(key));
  const fail = (times: number, key = 'con_1') => {
    for (let i = 0; i < times; i += 1) pass(key).failed();
  };
  return { clock, breakers, pass, fail };
}

function passIn(entrance: Entrance): Pass {
  if (entrance.pass) return entrance.pass;
  throw new Error(`Nothing is let through for ${entrance.retryAfterSeconds} seconds.`);
}

const closedFor = (retryAfterSeconds: number) => ({ pass: null, retryAfterSeconds });

describe('a circuit', () => {
  it('opens after five consecutive failures, for thirty seconds and for its own connection only', () => {
    const { clock, breakers, fail } = opened();

    fail(4);
    expect(breakers.enter('con_1').pass).not.toBeNull();
    fail(1);
    expect(breakers.enter('con_1')).toEqual(closedFor(30));
    expect(breakers.enter('con_2').pass).not.toBeNull();

    clock.advance({ seconds: 29.5 });
    expect(breakers.enter('con_1')).toEqual(closedFor(1));
  });

  it('restarts its count after a success, but not after a neutral result', () => {
    const { breakers, pass, fail } = opened();

    fail(4);
    pass().succeeded();
    fail(4);
    pass().neither();
    expect(breakers.enter('con_1').pass).not.toBeNull();
    fail(1);

    expect(breakers.enter('con_1').pass).toBeNull();
  });

  it('admits one trial call after that time, and closes on its success', () => {
    const { clock, breakers, pass, fail } = opened();
    fail(5);
    clock.advance({ seconds: 30 });

    const trial = pass();
    expect(breakers.enter('con_1')).toEqual(closedFor(30));
    trial.succeeded();

    fail(4);
    expect(breakers.enter('con_1').pass).not.toBeNull();
  });

  it('admits one trial call after that time, and opens for as long again on its failure', () => {
    const { clock, breakers, pass, fail } = opened();
    fail(5);
    clock.advance({ seconds: 30 });

    const trial = pass();
    clock.advance({ seconds: 10 });
    trial.failed();

    expect(breakers.enter('con_1')).toEqual(closedFor(30));
  });

  it('admits another trial if the first has a neutral result or never reports', () => {
    const { clock, breakers, pass, fail } = opened();
    fail(5);
    clock.advance({ seconds: 30 });

    pass().neither();
    const lost = pass();
    expect(breakers.enter('con_1')).toEqual(closedFor(30));
    clock.advance({ seconds: 30 });
    pass();
    lost.succeeded();

    expect(breakers.enter('con_1')).toEqual(closedFor(30));
  });

  it('accepts one report of each call, and none of calls from before it opened', () => {
    const { clock, breakers, pass, fail } = opened();
    const [slow, twice] = [pass(), pass()];

    twice.failed();
    twice.succeeded();
    twice.failed();
    fail(4);
    expect(breakers.enter('con_1').pass).toBeNull();
    slow.succeeded();
    expect(breakers.enter('con_1').pass).toBeNull();

    clock.advance({ seconds: 30 });
    pass();
    slow.failed();
    expect(breakers.enter('con_1')).toEqual(closedFor(30));
  });

  it('does not stay open after the clock is set back', () => {
    const { clock, breakers, fail } = opened();
    fail(5);

    clock.advance({ hours: -1 });

    expect(breakers.enter('con_1').pass).not.toBeNull();
  });
});

it('beyond the maximum of circuits, the least recently used one is evicted', () => {
  const { breakers, fail } = opened();
  fail(5, 'oldest');
  fail(5, 'asked');
  for (let i = 0; i < maxCircuits - 2; i += 1) fail(1, `con_${i}`);
  expect(breakers.enter('asked').pass).toBeNull();
  expect(breakers.enter('oldest').pass).toBeNull();
  expect(breakers.enter('asked').pass).toBeNull();

  fail(1, 'one too many');
  fail(1, 'two too many');
  expect(breakers.enter('asked').pass).toBeNull();
  for (let i = 0; i < maxCircuits - 1; i += 1) fail(1, `other_${i}`);

  expect(breakers.enter('oldest').pass).not.toBeNull();
  expect(breakers.enter('asked').pass).toBeNull();
});

describe('circuits, for reports in any order', () => {
  const key = fc.constantFrom('a', 'b');
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant('enter' as const), key }) },
    {
      weight: 6,
      arbitrary: fc.record({
        does: fc.constantFrom(
          'failed' as const,
          'failed' as const,
          'failed' as const,
          'succeeded' as const,
          'neither' as const,
        ),
        which: fc.nat(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
    },
  );

  it('admit what the model admits, and refuse for the same time', () => {
    const check = fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const { told, meant } = played(steps);

      expect(told).toEqual(meant);
    });

    fc.assert(check, { seed: seed(), numRuns: count(100_000) });
  });
});

type Step =
  | { does: 'enter'; key: string }
  | { does: keyof Pass; which: number }
  | { does: 'wait'; seconds: number };

/** Returns the seconds for which each call was refused, by the breakers and by the model. */
function played(steps: Step[]): { told: number[]; meant: number[] } {
  const { clock, breakers } = opened();
  const model = modelOf();
  const calls: { pass: Pass; call: Call }[] = [];
  const [told, meant]: [number[], number[]] = [[], []];
  let seconds = 0;
  for (const step of steps) {
    if (step.does === 'wait') {
      clock.advance({ seconds: step.seconds });
      seconds += step.seconds;
    } else if (step.does === 'enter') {
      const [entrance, call] = [breakers.enter(step.key), model.enter(step.key, seconds)];
      told.push(entrance.pass ? 0 : entrance.retryAfterSeconds);
      meant.push(typeof call === 'number' ? call : 0);
      if (entrance.pass && typeof call !== 'number') calls.push({ pass: entrance.pass, call });
    } else {
      const chosen = calls[step.which % calls.length];
      chosen?.pass[step.does]();
      if (chosen) model.tell(chosen.call, step.does, seconds);
    }
  }
  return { told, meant };
}

interface Call {
  key: string;
  /** The index of the period of the key in which the call was admitted. */
  time: number;
  isTold: boolean;
}

/** A model of circuits as consecutive periods: closed, then open, then a trial, and so on. */
function modelOf() {
  type Time = { kind: 'CLOSED'; row: number } | { kind: 'OPEN' | 'TRIAL'; until: number };
  const histories: Record<string, Time[]> = {
    a: [{ kind: 'CLOSED', row: 0 }],
    b: [{ kind: 'CLOSED', row: 0 }],
  };
  const historyOf = (key: string) => histories[key] ?? [];
  const isSame = (past: Time | undefined, present: Time | undefined, call: Call, latest: number) =>
    past?.kind === 'CLOSED' ? present?.kind === 'CLOSED' : call.time === latest;
  return {
    enter(key: string, seconds: number): Call | number {
      const history = historyOf(key);
      const present = history.at(-1);
      if (present && present.kind !== 'CLOSED') {
        if (present.until > seconds) return present.until - seconds;
        history.push({ kind: 'TRIAL', until: seconds + openSeconds });
      }
      return { key, time: history.length - 1, isTold: false };
    },
    tell(call: Call, word: keyof Pass, seconds: number): void {
      if (call.isTold) return;
      call.isTold = true;
      const history = historyOf(call.key);
      const present = history.at(-1);
      if (!present || !isSame(history[call.time], present, call, history.length - 1)) return;
      if (word === 'succeeded') history.push({ kind: 'CLOSED', row: 0 });
      else if (present.kind !== 'CLOSED')
        history.push({ kind: 'OPEN', until: word === 'failed' ? seconds + openSeconds : seconds });
      else if (word === 'failed') {
        present.row += 1;
        if (present.row === maxFailures) history.push({ kind: 'OPEN', until: seconds + openSeconds });
      }
    },
  };
}
