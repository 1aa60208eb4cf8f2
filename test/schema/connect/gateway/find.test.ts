import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finderOf } from '../../../../schema/connect/gateway/find.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';

const bytes = (text: string) => Buffer.from(text);
const spansOf = (strings: Buffer[], text: Buffer) => finderOf(strings)(text);

describe('the finder of byte strings', () => {
  // oxfmt-ignore
  it.each([
    ['one',                      ['abc'],              'xxabcxx',      [[2, 5]]],
    ['again and again',          ['ab'],               'abxab',        [[0, 2], [3, 5]]],
    ['those that touch, as one', ['ab'],               'abab',         [[0, 4]]],
    ['overlapping with itself',  ['aba'],              'ababa',        [[0, 5]]],
    ['overlapping each other',   ['abcd', 'cdef'],     'abcdef',       [[0, 6]]],
    ['one inside of another',    ['abcde', 'cd'],      'xabcdex',      [[1, 6]]],
    ['the inner one alone',      ['abcde', 'cd'],      'abcdx',        [[2, 4]]],
    ['one that ends another',    ['xxcd', 'cd'],       'xcd',          [[1, 3]]],
    ['of every byte there is',   ['\u0000é\u007f'],    'é\u0000é\u007f', [[2, 6]]],
    ['nowhere',                  ['abc'],              'ababab',       []],
    ['only the first 16 bytes',  ['a'.repeat(17)],     'a'.repeat(16), []],
    ['all of more than 16',      ['a'.repeat(17)],     'a'.repeat(17), [[0, 17]]],
    ['nothing',                  [],                   'abc',          []],
  ])('returns the spans: %s', (_what, strings, text, spans) => {
    expect(spansOf(strings.map(bytes), bytes(text))).toEqual(spans);
  });

  it.each([
    ['a few', 0],
    ['many', 65],
  ])('finds the same spans as a separate search for each of %s strings', (_how, others) => {
    const absent = Array.from({ length: others }, (_, at) => 'z'.repeat(at + 1));
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 });
    const check = fc.property(fc.array(letters, { maxLength: 5 }), text, (strings, whole) => {
      const covered = Array.from(whole, () => '.');
      for (const string of strings)
        for (let at = whole.indexOf(string); at !== -1; at = whole.indexOf(string, at + 1))
          covered.fill('x', at, at + string.length);

      const told = Array.from(whole, () => '.');
      for (const [from, to] of spansOf([...strings, ...absent].map(bytes), bytes(whole)))
        told.fill('x', from, to);

      expect(told.join('')).toBe(covered.join(''));
    });

    fc.assert(check, { seed: seed(), numRuns: count(25_000) });
  });

  // Comparing each string at each position would take about 20,000 million steps.
  it('takes time linear in the text, even if the text nearly matches', () => {
    const strings = ['b', 'c', 'd'].map((first) => bytes(first + 'a'.repeat(4_000)));

    expect(spansOf(strings, Buffer.alloc(5 * 2 ** 20, 'a'))).toEqual([]);
    expect(spansOf([bytes('a'.repeat(4_000))], Buffer.alloc(5 * 2 ** 20, 'a'))).toEqual([[0, 5 * 2 ** 20]]);
  });
});
