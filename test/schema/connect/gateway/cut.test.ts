import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, type Cut, type ReadBounds } from '../../../../schema/connect/gateway/cut.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';

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
    const bytes = bytesOf(data);

    expect(cut(data, { ...roomy, rows: 2 }).cut).toEqual({ reason: 'ROWS', shown: 2, of: 3, pointer, bytes, leftOut: [] });
  });

  // oxfmt-ignore
  it.each([
    ['a vector',               { embedding: Array.from({ length: 1_536 }, (_, i) => i) }],
    ['labels of one thing',    { labels: ['a', 'b', 'c'], owner: { roles: ['x', 'y', 'z'] } }],
    ['lists deeper down',      { a: { b: { c: rows(9) } } }],
    ['lists in lists',         { a: [{ b: rows(9) }] }],
    ['a text',                 'three\nlines\nhere'],
    ['nothing',                null],
  ])('do not exist if the answer has only %s', (_what, data) => {
    expect(cut(data, { ...roomy, rows: 2 })).toEqual({ data, cut: null });
  });
});

describe('a bounded read', () => {
  it('returns as many rows as allowed, and reports that there were more', () => {
    const data = { total: 5, items: rows(5), next: 'page2' };

    expect(cut(data, { ...roomy, rows: 3 })).toEqual({
      data: { total: 5, items: rows(3), next: 'page2' },
      cut: { reason: 'ROWS', shown: 3, of: 5, pointer: '/items', bytes: bytesOf(data), leftOut: [] },
    });
    expect(cut(data, { ...roomy, rows: 5 })).toEqual({ data, cut: null });
  });

  it('returns as many rows as fit, to the byte', () => {
    const data = [{ name: 'é' }, { name: 'é' }, { name: 'é' }];
    const bytes = bytesOf(data);

    expect(cut(data, { rows: 9, bytes })).toEqual({ data, cut: null });
    expect(cut(data, { rows: 9, bytes: bytes - 1 }).cut).toEqual({
      reason: 'BYTES',
      shown: 2,
      of: 3,
      pointer: '',
      bytes,
      leftOut: [{ pointer: '/name', bytes: 4 }],
    });
    expect(cut(data, { rows: 2, bytes: bytes - 1 }).cut).toMatchObject({ reason: 'ROWS', shown: 2 });
    expect(cut(data, { rows: 2, bytes: 16 }).cut).toMatchObject({ reason: 'BYTES', shown: 1 });
    expect(cut(data, { rows: 9, bytes: 2 })).toMatchObject({
      data: [],
      cut: { reason: 'BYTES', shown: 0, of: 3, pointer: '' },
    });
  });

  it('reports the large members of rows that do not fit, by pointers that `fields` takes', () => {
    const items = [1, 2, 3].map((id) => ({ id, 'a/b': 'x'.repeat(100 * id), note: 'short' }));
    const { data, cut: said } = cut({ total: 3, items }, { rows: 9, bytes: 200 });

    expect(data).toEqual({ total: 3, items: items.slice(0, 1) });
    expect(said).toMatchObject({ reason: 'BYTES', shown: 1, of: 3, pointer: '/items' });
    expect(said?.leftOut).toEqual([
      { pointer: '/items/a~1b', bytes: 504 },
      { pointer: '/items/note', bytes: 14 },
      { pointer: '/items/id', bytes: 2 },
    ]);
  });

  it('returns an object that is too large without its largest parts, and reports them', () => {
    const whole = {
      id: 7,
      body: 'x'.repeat(5_000),
      owner: { login: 'ada', avatar: 'y'.repeat(400) },
      labels: ['a', 'b'],
    };
    const { data, cut: said } = cut(whole, { rows: 9, bytes: 300 });

    expect(data).toEqual({ id: 7, owner: { login: 'ada' }, labels: ['a', 'b'] });
    expect(said).toEqual({
      reason: 'BYTES',
      shown: 0,
      of: 0,
      pointer: null,
      bytes: bytesOf(whole),
      leftOut: [
        { pointer: '/body', bytes: 5_002 },
        { pointer: '/owner/avatar', bytes: 402 },
      ],
    });
  });

  it('keeps the rows if another member is too large, and the first items of a list that has no rows', () => {
    const whole = { items: rows(3), note: 'x'.repeat(99) };

    expect(cut(whole, { rows: 9, bytes: 99 })).toEqual({
      data: { items: rows(3) },
      cut: {
        reason: 'BYTES',
        shown: 3,
        of: 3,
        pointer: '/items',
        bytes: bytesOf(whole),
        leftOut: [{ pointer: '/note', bytes: 101 }],
      },
    });
    expect(cut({ vector: [1, 2, 3, 4, 5] }, { rows: 9, bytes: 18 }).data).toEqual({ vector: [1, 2] });
  });

  it('returns null for a text that is too long, because half of it could be mistaken for the whole', () => {
    expect(cut('é'.repeat(10), { rows: 9, bytes: 22 }).cut).toBeNull();
    expect(cut('é'.repeat(10), { rows: 9, bytes: 21 })).toMatchObject({
      data: null,
      cut: { shown: 0, of: 0, pointer: null, leftOut: [{ pointer: '', bytes: 22 }] },
    });
  });

  it('stays within its bounds, returns the data from the first row on, reports the exact cut, and leaves the input unchanged', () => {
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
    'has had room for more': isCutAtRows(told) && bytesWithOneMore(whole, told) <= maxBytes,
    'counts other bytes': told.cut && told.cut.bytes !== bytesOf(whole),
    'says nothing of what is left out': told.cut?.reason === 'BYTES' && !isNamed(told.cut),
  });
  return wrong.filter(([, isSo]) => isSo).map(([what]) => what);
}

// Otherwise a member outside the rows was too large.
function isCutAtRows({ cut: said }: Told): boolean {
  return (
    said?.reason === 'BYTES' &&
    said.pointer !== null &&
    said.leftOut.every((it) => `${it.pointer}/`.startsWith(`${said.pointer}/`)) &&
    said.shown < said.of
  );
}

// Does not compare the pointers, because a name can be too long to report.
function isNamed({ leftOut }: Cut): boolean {
  return leftOut.length > 0 && leftOut.every(({ bytes }) => bytes > 0);
}

function wrongOfCut(whole: unknown, { data }: Told, { reason, shown, of, pointer }: Cut) {
  const isPartOfIt = { 'is no part of it': data !== null && !isPart(data, whole) };
  if (pointer === null) return { ...isPartOfIt, 'counts rows': reason !== 'BYTES' || shown !== 0 };
  const [all, left] = [at(whole, pointer), at(data, pointer)];
  return {
    ...isPartOfIt,
    'counts wrongly': left.length !== shown || all.length !== of || shown > of,
    'has other rows': JSON.stringify(left) !== JSON.stringify(all.slice(0, shown)),
  };
}

/** Whether `part` is `whole` without some of its members and last items, in the same order. */
function isPart(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return part === whole;
  if (typeof whole !== 'object' || whole === null) return false;
  if (Array.isArray(part))
    return JSON.stringify(part) === JSON.stringify((whole as unknown[]).slice(0, part.length));
  const names = Object.keys(whole).filter((name) => Object.hasOwn(part, name));
  return (
    JSON.stringify(Object.keys(part)) === JSON.stringify(names) &&
    names.every((name) =>
      isPart((part as Record<string, unknown>)[name], (whole as Record<string, unknown>)[name]),
    )
  );
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
