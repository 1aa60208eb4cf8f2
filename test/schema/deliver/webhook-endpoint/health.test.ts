import { describe, expect, it } from 'vitest';
import {
  healthAfter,
  maxFailuresInRow,
  unknownHealth,
  type Health,
} from '../../../../schema/deliver/webhook-endpoint/health.ts';

const began = new Date('2026-11-20T09:00:00.000Z');
const at = (seconds: number) => new Date(began.getTime() + seconds * 1000);

/** Records one attempt a second: `.` succeeds, `x` fails. */
function after(signs: string, before: Health = unknownHealth, from = 0): Health {
  return signs.split('').reduce((health, sign, index) => {
    const now = at(from + index);
    return healthAfter(health, { isSuccess: sign === '.', begunAt: now }, 'LIVE', now);
  }, before);
}

describe('the circuit of an endpoint', () => {
  it.each([
    ['x'.repeat(maxFailuresInRow - 1), false],
    ['x'.repeat(maxFailuresInRow), true],
    ['xxxxxx.xx', false],
    ['xxxxxx.xxx', true],
    ['xxxxx....x', false],
    ['xx.xx.xx.x', true],
    ['.........x', false],
  ])('opens at ten failures in a row, or at 70 percent of ten or more attempts: %s', (signs, isOpen) => {
    expect(after(signs).circuitOpenedAt !== null).toBe(isOpen);
  });

  it('ignores attempts older than five minutes, except for failures in a row', () => {
    const early = after('xxxxxx.');
    expect(after('xxx', early, 301).circuitOpenedAt).toBeNull();
    expect(after('xxx', early, 7).circuitOpenedAt).not.toBeNull();
  });

  it('allows one probe every 30 seconds, and the next one immediately after a success', () => {
    const open = after('xxxxxxxxxx');
    expect(open.probeAt).toEqual(at(9 + 30));
    expect(after('x', open, 39).probeAt).toEqual(at(39 + 30));
    expect(after('.', open, 39).probeAt).toEqual(at(39));
  });

  it('closes after five successes in a row', () => {
    const open = after('xxxxxxxxxx');
    expect(after('....', open, 40).circuitOpenedAt).not.toBeNull();
    expect(after('....x....', open, 40).circuitOpenedAt).not.toBeNull();
    expect(after('.....', open, 40)).toMatchObject({
      circuitOpenedAt: null,
      probeAt: null,
      windowAttempts: 0,
    });
  });
});

describe('an endpoint without a success', () => {
  const day = 86_400;

  /** Returns the health after each of one failure a day, from the first day on. */
  function daily(days: number): Health[] {
    const seen: Health[] = [];
    for (let passed = 0; passed <= days; passed += 1) seen.push(after('x', seen.at(-1), passed * day));
    return seen;
  }

  it('is due a warning after one and three days, and has a verdict after five', () => {
    expect(daily(5).map(({ warnings, verdict }) => [warnings, verdict])).toEqual([
      [0, null],
      [1, null],
      [1, null],
      [2, null],
      [2, null],
      [2, 'FAILURES'],
    ]);
  });

  it('gets a warning before the verdict, and a time without attempts does not count', () => {
    const failing = after('x');
    expect(after('x', failing, 1.4 * day)).toMatchObject({ warnings: 1, verdict: null });
    expect(after('x', failing, 6 * day)).toMatchObject({
      warnings: 0,
      verdict: null,
      failingSince: at(6 * day),
    });
  });

  it('starts over after a success', () => {
    const failing = daily(5).at(-1);
    const well = after('.', failing, 5.1 * day);
    expect(well).toMatchObject({ failingSince: null, warnings: 0, failuresInRow: 0, verdict: null });
    expect(after('x', well, 6 * day)).toMatchObject({ failingSince: at(6 * day), verdict: null });
  });

  it('keeps the first reason for the verdict', () => {
    const gone = healthAfter(
      unknownHealth,
      { isSuccess: false, wish: 'GONE', begunAt: began },
      'LIVE',
      began,
    );
    expect(after('.', gone).verdict).toBe('GONE');
  });
});
