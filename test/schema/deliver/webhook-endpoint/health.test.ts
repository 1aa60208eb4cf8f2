import { describe, expect, it } from 'vitest';
import {
  healthAfter,
  maxFailuresInRow,
  unknownHealth,
  type Health,
} from '../../../../schema/deliver/webhook-endpoint/health.ts';

const began = new Date('2026-11-20T09:00:00.000Z');
const at = (seconds: number) => new Date(began.getTime() + seconds * 1000);

/** One attempt a second: `.` arrived, `x` failed. */
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
  ])('opens at ten failures in a row, or 70 per cent of ten or more: %s', (signs, isOpen) => {
    expect(after(signs).circuitOpenedAt !== null).toBe(isOpen);
  });

  it('forgets what is older than five minutes, but for failures in a row', () => {
    const early = after('xxxxxx.');
    expect(after('xxx', early, 301).circuitOpenedAt).toBeNull();
    expect(after('xxx', early, 7).circuitOpenedAt).not.toBeNull();
  });

  it('lets one through every 30 seconds, and the next at once after one that arrives', () => {
    const open = after('xxxxxxxxxx');
    expect(open.probeAt).toEqual(at(9 + 30));
    expect(after('x', open, 39).probeAt).toEqual(at(39 + 30));
    expect(after('.', open, 39).probeAt).toEqual(at(39));
  });

  it('closes after five in a row', () => {
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

describe('an endpoint at which nothing arrives', () => {
  const day = 86_400;

  /** One failure a day from the first on, and what is known after each. */
  function daily(days: number): Health[] {
    const seen: Health[] = [];
    for (let passed = 0; passed <= days; passed += 1) seen.push(after('x', seen.at(-1), passed * day));
    return seen;
  }

  it('is due a warning at one and three days, and is to be disabled at five', () => {
    expect(daily(5).map(({ warnings, verdict }) => [warnings, verdict])).toEqual([
      [0, null],
      [1, null],
      [1, null],
      [2, null],
      [2, null],
      [2, 'FAILURES'],
    ]);
  });

  it('is warned before it is disabled, and has not failed while it was sent nothing', () => {
    const failing = after('x');
    expect(after('x', failing, 1.4 * day)).toMatchObject({ warnings: 1, verdict: null });
    expect(after('x', failing, 6 * day)).toMatchObject({
      warnings: 0,
      verdict: null,
      failingSince: at(6 * day),
    });
  });

  it('begins anew with one that arrives', () => {
    const failing = daily(5).at(-1);
    const well = after('.', failing, 5.1 * day);
    expect(well).toMatchObject({ failingSince: null, warnings: 0, failuresInRow: 0, verdict: null });
    expect(after('x', well, 6 * day)).toMatchObject({ failingSince: at(6 * day), verdict: null });
  });

  it('keeps the first reason why it is to be disabled', () => {
    const gone = healthAfter(
      unknownHealth,
      { isSuccess: false, wish: 'GONE', begunAt: began },
      'LIVE',
      began,
    );
    expect(after('.', gone).verdict).toBe('GONE');
  });
});
