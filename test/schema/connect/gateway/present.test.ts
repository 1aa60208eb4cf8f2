import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { present } from '../../../../schema/connect/gateway/present.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';

const secret = 'Zq7-pL2w/X9+tR4=';
const bytesOf = (data: unknown) => Buffer.byteLength(JSON.stringify(data));

describe('a reported answer', () => {
  it('is cut to its bounds and contains no secret', () => {
    const items = Array.from({ length: 5 }, (_, id) => ({ id, note: `by ${secret}` }));

    expect(present({ items, total: 5 }, { rows: 2, bytes: 1_000 }, [secret])).toEqual({
      data: {
        items: [
          { id: 0, note: 'by [removed]' },
          { id: 1, note: 'by [removed]' },
        ],
        total: 5,
      },
      cut: { reason: 'ROWS', shown: 2, of: 5, pointer: '/items', bytes: 211, leftOut: [] },
      removed: { count: 2, pointers: ['/items/0/note', '/items/1/note'] },
    });
  });

  it('contains no secret in the pointer of its cut', () => {
    const data = { [`a/${secret}`]: { 'b~': [{}, {}, {}] } };

    const { cut, removed } = present(data, { rows: 2, bytes: 1_000 }, [secret]);

    expect(cut?.pointer).toBe('/a~1[removed]/b~0');
    expect(removed).toEqual({ count: 1, pointers: ['/a~1[removed]'] });
  });

  it('stays within its bounds even if marks are longer than secrets', () => {
    const row = fc.record({
      token: fc.string({ minLength: 1, maxLength: 3 }),
      note: fc.string({ maxLength: 20 }),
    });
    const rows = fc.array(fc.oneof(row, fc.constantFrom('hunter2', { note: secret.repeat(20) })), {
      maxLength: 60,
    });
    const bounds = fc.record({
      rows: fc.integer({ min: 1, max: 60 }),
      bytes: fc.integer({ min: 4, max: 1_500 }),
    });
    const check = fc.property(rows, bounds, (data, within) => {
      const { data: told, cut } = present(data, within, [secret, 'hunter2']);

      const shown = Array.isArray(told) ? told.length : 0;
      expect(bytesOf(told)).toBeLessThanOrEqual(within.bytes);
      expect(shown).toBeLessThanOrEqual(within.rows);
      expect(JSON.stringify(told)).not.toMatch(/Zq7-pL2w|hunter2/);
      expect(cut?.shown ?? data.length).toBe(shown);
    });

    fc.assert(check, { seed: seed(), numRuns: count(20_000) });
  });

  it('is empty or null if nothing fits', () => {
    expect(present({ token: 'a' }, { rows: 1, bytes: 15 }, [])).toMatchObject({
      data: {},
      cut: { reason: 'BYTES', shown: 0, of: 0, pointer: null, leftOut: [{ pointer: '/token', bytes: 3 }] },
    });
    expect(present('a long text', { rows: 1, bytes: 5 }, [])).toEqual({
      data: null,
      cut: {
        reason: 'BYTES',
        shown: 0,
        of: 0,
        pointer: null,
        bytes: 13,
        leftOut: [{ pointer: '', bytes: 13 }],
      },
      removed: { count: 0, pointers: [] },
    });
  });

  it('contains no secret in the pointers of omitted parts', () => {
    const data = { [`a/${secret}`]: { b: 'x'.repeat(999) }, id: 1 };
    const { data: told, cut } = present(data, { rows: 2, bytes: 200 }, [secret]);

    expect(told).toEqual({ 'a/[removed]': {}, id: 1 });
    expect(cut?.leftOut).toEqual([{ pointer: '/a~1[removed]/b', bytes: 1_001 }]);
  });
});
