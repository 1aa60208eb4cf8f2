import { describe, expect, it } from 'vitest';
import { applicationStatuses } from '../../../../db/models/application.ts';
import { applicationMoves, restorableUntil } from '../../../../schema/keys/application/rules.ts';

// oxfmt-ignore
const moves = [
  { action: 'update', ACTIVE: 'ACTIVE', SUSPENDED: 'SUSPENDED', DELETED: null },
  { action: 'suspend', ACTIVE: 'SUSPENDED', SUSPENDED: null, DELETED: null },
  { action: 'reactivate', ACTIVE: null, SUSPENDED: 'ACTIVE', DELETED: null },
  { action: 'delete', ACTIVE: 'DELETED', SUSPENDED: 'DELETED', DELETED: null },
  { action: 'restore', ACTIVE: null, SUSPENDED: null, DELETED: 'ACTIVE' },
  { action: 'create keys', ACTIVE: 'ACTIVE', SUSPENDED: null, DELETED: null },
] as const;

const cells = moves.flatMap((row) =>
  applicationStatuses.map((from) => ({ action: row.action, from, to: row[from] })),
);

describe('the states of an application', () => {
  it.each(cells.filter(({ to }) => to !== null))('$action: $from becomes $to', ({ action, from, to }) => {
    const next = applicationMoves.next(from, action);

    expect(next).toBe(to);
  });

  it.each(cells.filter(({ to }) => to === null))('$action: refused when $from', ({ action, from }) => {
    const move = () => applicationMoves.next(from, action);

    expect(move).toThrow(
      expect.objectContaining({
        code: 'invalid_transition',
        details: { transition: { from, action, allowed: expect.any(Array) } },
      }),
    );
  });
});

describe('the time in which a deleted application can be restored', () => {
  it('ends 30 days after the deletion, to the millisecond', () => {
    const until = restorableUntil(new Date('2026-11-20T09:00:00.123Z'));

    expect(until.toISOString()).toBe('2026-12-20T09:00:00.123Z');
  });
});
