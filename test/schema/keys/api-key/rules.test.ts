import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../../schema/values/errors.ts';
import {
  activeKeyLimit,
  assertExpiryInRange,
  isExpired,
  keyMoves,
} from '../../../../schema/keys/api-key/rules.ts';

const outOfRange = {
  code: 'expiry_out_of_range',
  status: 422,
  details: { errors: [{ pointer: '/expiresOn', code: 'expiry_out_of_range', message: expect.any(String) }] },
};

// oxfmt-ignore
const lastMoments = [
  { expiresOn: '2027-06-30', good: '2027-06-30T23:59:59.999Z', over: '2027-07-01T00:00:00.000Z' },
  { expiresOn: '2026-12-31', good: '2026-12-31T23:59:59.999Z', over: '2027-01-01T00:00:00.000Z' },
  { expiresOn: '2028-02-29', good: '2028-02-29T23:59:59.999Z', over: '2028-03-01T00:00:00.000Z' },
  { expiresOn: '2027-03-28', good: '2027-03-28T23:59:59.999Z', over: '2027-03-29T00:00:00.000Z' },
];

// Ranges count UTC days: 2028 is a leap year, and the clocks of Europe change on 2027-03-28.
// oxfmt-ignore
const ranges = [
  {
    now: '2026-11-20T00:00:00.000Z',
    today: '2026-11-20',
    first: '2026-11-21',
    last: '2028-11-19',
    after: '2028-11-20',
  },
  {
    now: '2026-11-20T23:59:59.999Z',
    today: '2026-11-20',
    first: '2026-11-21',
    last: '2028-11-19',
    after: '2028-11-20',
  },
  {
    now: '2026-11-21T00:00:00.000Z',
    today: '2026-11-21',
    first: '2026-11-22',
    last: '2028-11-20',
    after: '2028-11-21',
  },
  {
    now: '2026-12-31T23:59:59.999Z',
    today: '2026-12-31',
    first: '2027-01-01',
    last: '2028-12-30',
    after: '2028-12-31',
  },
  {
    now: '2028-02-28T23:30:00.000Z',
    today: '2028-02-28',
    first: '2028-02-29',
    last: '2030-02-27',
    after: '2030-02-28',
  },
  {
    now: '2027-03-28T00:59:59.999Z',
    today: '2027-03-28',
    first: '2027-03-29',
    last: '2029-03-27',
    after: '2029-03-28',
  },
];

describe('the states of a key', () => {
  it('spec §3: an active key stays active when rotated and is revoked when revoked', () => {
    expect(keyMoves.next('ACTIVE', 'rotate')).toBe('ACTIVE');
    expect(keyMoves.next('ACTIVE', 'revoke')).toBe('REVOKED');
  });

  it.each(['rotate', 'revoke'] as const)(
    'spec §3: a revoked key is disabled permanently, and refuses %s',
    (action) => {
      const move = () => keyMoves.next('REVOKED', action);

      expect(move).toThrow(
        expect.objectContaining({
          code: 'invalid_transition',
          details: { transition: { from: 'REVOKED', action, allowed: [] } },
        }),
      );
    },
  );
});

describe('the end of a key', () => {
  it.each(lastMoments)(
    '$expiresOn: the key works through its last UTC second',
    ({ expiresOn, good, over }) => {
      expect(isExpired({ expiresOn, retiresAt: null }, new Date(good))).toBe(false);
      expect(isExpired({ expiresOn, retiresAt: null }, new Date(over))).toBe(true);
    },
  );

  it('spec §8: a key without an expiry date has no end', () => {
    expect(isExpired({ expiresOn: null, retiresAt: null }, new Date('9999-12-31T23:59:59.999Z'))).toBe(false);
  });
});

describe('the range of an expiry date', () => {
  it.each(ranges)('at $now: from $first to $last', ({ now, today, first, last, after }) => {
    const assertExpiry = (date: string) => () => assertExpiryInRange(date, 'SANDBOX', new Date(now));

    expect(assertExpiry(today)).toThrow(expect.objectContaining(outOfRange));
    expect(assertExpiry(first)).not.toThrow();
    expect(assertExpiry(last)).not.toThrow();
    expect(assertExpiry(after)).toThrow(expect.objectContaining(outOfRange));
  });

  it.each([
    { expiresOn: '2027-11-20', refused: [] },
    { expiresOn: '2027-11-21', refused: [outOfRange.code] },
  ])('is 365 days for a live key: $expiresOn', ({ expiresOn, refused }) => {
    const now = new Date('2026-11-20T23:59:59.999Z');

    expect(codesOf(() => assertExpiryInRange(expiresOn, 'LIVE', now))).toEqual(refused);
  });
});

describe('the number of keys', () => {
  it('is 10 active sandbox keys and 5 live ones', () => {
    expect(activeKeyLimit).toEqual({ SANDBOX: 10, LIVE: 5 });
  });
});

function codesOf(work: () => void): string[] {
  try {
    work();
    return [];
  } catch (error) {
    return [refusalOf(error)?.code ?? String(error)];
  }
}
