import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, type Cut, type ReadBounds } from '../../../schema/gateway/cut.ts';
import { count } from '../../support/count.ts';
import { seed } from '../../support/seed.ts';

const roomy = { rows: 1_000, bytes: 1_000_000 };
const rows = (length: number) => Array.from({ length }, (_, id) => ({ id }));
const bytesOf = (data: unknown) => Buffer.byteLength(JSON.stringify(data));

describe('the rows of an answer', () => {
  // oxfmt-ignore
  it.each([
    ['its own items',                       rows(3),                                          ''],
    ['its own items, whatever they are',    [1, 2, 3],                                        ''],
    ['of its only list',                    { total: 3, items: rows(3) },                     '/items'],
    ['of its longest list of objects',      { errors: rows(1), items: rows(3), more: rows(2) }, '/items'],
    ['of the first of those alike',         { a: rows(3), b: rows(3) },                       '/a'],
    ['of a list of lists',                  { range: 'A1:B3', values: [[1], [2], [3]] },      '/values'],
    ['of a list below',                     { data: { items: rows(3) }, tags: ['a', 'b'] },   '/data/items'],
    ['of a list with odd names above',      { 'a/b': { '~': rows(3) } },                      '/a~1b/~0'],
    ['of a list with a name of JavaScript', JSON.parse('{"__proto__":{"__proto__":[{},{},{}]}}'), '/__proto__/__proto__'],
    ['of a list nearer before a longer one', { items: rows(3), data: { items: rows(9) } },    '/items'],
  ])('are %s', (_what, data, pointer) => {
    expect(cut(data, { ...roomy, rows: 2 }).cut).toEqual({ reason: 'ROWS', shown: 2, of: 3, pointer });
  });

  // oxfmt-ignore
  it.each([
    ['a vector',               { embedding: Array.from({ length: 1_536 }, (_, i) => i) }],
    ['labels of one thing',    { labels: ['a', 'b', 'c'], owner: { roles: ['x', 'y', 'z'] } }],
    ['lists deeper down',      { a: { b: { c: rows(9) } } }],
    ['lists in lists',         { a: [{ b: rows(9) }] }],
    ['a text',                 'three\nlines\nhere'],
    ['nothing',                null],
  ])('are none where there is only %s', (_what, data) => {
    expect(cut(data, { ...roomy, rows: 2 })).toEqual({ data, cut: null });
  });
});

describe('a bounded read', () => {
  it('tells as many rows as there may be, and that there were more', () => {
    const data = { total: 5, items: rows(5), next: 'page2' };

    expect(cut(data, { ...roomy, rows: 3 })).toEqual({
      data: { total: 5, items: rows(3), next: 'page2' },
      cut: { reason: 'ROWS', shown: 3, of: 5, pointer: '/items' },
    });
    expect(cut(data, { ...roomy, rows: 5 })).toEqual({ data, cut: null });
  });

  it('tells as many rows as fit, to the byte', () => {
    const data = [{ name: 'é' }, { name: 'é' }, { name: 'é' }];
    const bytes = bytesOf(data);

    expect(cut(data, { rows: 9, bytes })).toEqual({ data, cut: null });
    expect(cut(data, { rows: 9, bytes: bytes - 1 }).cut).toEqual({
      reason: 'BYTES',
      shown: 2,
      of: 3,
      pointer: '',
    });
    expect(cut(data, { rows: 2, bytes: bytes - 1 }).cut).toMatchObject({ reason: 'ROWS', shown: 2 });
    expect(cut(data, { rows: 2, bytes: 16 }).cut).toMatchObject({ reason: 'BYTES', shown: 1 });
    expect(cut(data, { rows: 9, bytes: 2 })).toEqual({
      data: [],
      cut: { reason: 'BYTES', shown: 0, of: 3, pointer: '' },
    });
  });

  it('tells nothing of what does not fit without any row', () => {
    const nothing = { reason: 'BYTES', shown: 0, pointer: null };

    expect(cut('é'.repeat(10), { rows: 9, bytes: 22 }).cut).toBeNull();
    expect(cut('é'.repeat(10), { rows: 9, bytes: 21 })).toEqual({ data: null, cut: { ...nothing, of: 0 } });
    expect(cut({ items: rows(3), note: 'x'.repeat(99) }, { rows: 9, bytes: 99 })).toEqual({
      data: null,
      cut: { ...nothing, of: 3 },
    });
  });

  it('is within its bounds, is what there was from the first row on, says exactly where it was cut, and changes nothing', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const row = fc.dictionary(fc.string(), value, { maxKeys: 3 });
    const list = fc.array(fc.oneof(row, value), { maxLength: 30 });
    const data = fc.oneof(
      value,
      list,
      fc.dictionary(fc.string(), fc.oneof(value, list), { maxKeys: 4 }),
      fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.oneof(value, list), { maxKeys: 4 }), {
        maxKeys: 4,
      }),
    );
    const bounds = fc.record({
      rows: fc.integer({ min: 1, max: 20 }),
      bytes: fc.integer({ min: 4, max: 600 }),
    });
    const check = fc.property(data, bounds, (whole, within) => {
      const before = JSON.stringify(whole);

      const told = cut(whole, within);

      expect(JSON.stringify(whole)).toBe(before);
      expect(wrongOf(whole, told, within)).toEqual([]);
    });

    fc.assert(check, { seed: seed(), numRuns: count(20_000) });
  });
});

type Told = ReturnType<typeof cut>;

function wrongOf(whole: unknown, told: Told, { rows: maxRows, bytes: maxBytes }: ReadBounds): string[] {
  const wrong = Object.entries({
    'has too many bytes': bytesOf(told.data) > maxBytes,
    ...(told.cut ? wrongOfCut(whole, told, told.cut) : { 'is something else': told.data !== whole }),
    'could have had more': told.cut?.pointer && told.cut.reason === 'ROWS' && told.cut.shown !== maxRows,
    'has too many rows': told.cut && told.cut.shown > maxRows,
    'has had room for more': told.cut?.reason === 'BYTES' && bytesWithOneMore(whole, told) <= maxBytes,
  });
  return wrong.filter(([, isSo]) => isSo).map(([what]) => what);
}

function wrongOfCut(whole: unknown, { data }: Told, { reason, shown, of, pointer }: Cut) {
  if (pointer === null) return { 'is not nothing': data !== null || reason !== 'BYTES' || shown !== 0 };
  const [all, left] = [at(whole, pointer), at(data, pointer)];
  const mended = JSON.stringify(data, (_, it: unknown) => (it === left ? all : it));
  return {
    'counts wrongly': left.length !== shown || all.length !== of || shown >= of,
    'has other rows': JSON.stringify(left) !== JSON.stringify(all.slice(0, shown)),
    // With all of its rows it is as it was, member by member and in order.
    'lacks something else': mended !== JSON.stringify(whole),
  };
}

function bytesWithOneMore(whole: unknown, { data, cut: said }: Told): number {
  if (!said || said.pointer === null) return Number.POSITIVE_INFINITY;
  return bytesOf(data) + bytesOf(at(whole, said.pointer)[said.shown]) + (said.shown > 0 ? 1 : 0);
}

function at(data: unknown, pointer: string): unknown[] {
  const names = pointer.split('/').slice(1);
  return names.reduce(
    (value, name) => (value as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    data,
  ) as unknown[];
}
