import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreignJson } from '../../../schema/values/foreign-json.ts';
import { count } from '../../support/count.ts';
import { seed } from '../../support/seed.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('JSON of a third party', () => {
  it('is parsed to its value', () => {
    const check = fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);

      expect(JSON.stringify(foreignJson(text))).toBe(text);
    });

    fc.assert(check, { seed: seed(), numRuns: count(10_000) });
  });

  // oxfmt-ignore
  it.each([
    ['an id of 64 bits',          '{"id":12345678901234567890}', { id: '12345678901234567890' }],
    ['the same below zero',       '[-9007199254740993]',         ['-9007199254740993']],
    ['the last that all fit to',  '[9007199254740991]',          [9_007_199_254_740_991]],
    ['beyond, yet held exactly',  '[9007199254740992]',          [2 ** 53]],
    ['beyond every double',       '[1e999,-2E+400]',             ['1e999', '-2E+400']],
    ['great, and not to a digit', '[1.5e300,1e22]',              [1.5e300, 1e22]],
    ['digits after the point',    '[0.12345678901234567890]',    [0.12345678901234568]],
    ['digits in a text',          '["12345678901234567890",1]',  ['12345678901234567890', 1]],
  ])('keeps the size and the integer digits of its numbers: %s', (_what, text, value) => {
    expect(foreignJson(text)).toEqual(value);
  });

  // oxfmt-ignore
  it.each([
    ['as deep as it may be',        nested(256),                              true],
    ['deeper',                      nested(257),                              false],
    ['a million brackets',          '['.repeat(1_000_000),                    false],
    ['a million objects',           '{"":'.repeat(1_000_000),                 false],
    ['brackets in a text',          JSON.stringify(`\\"${nested(1_000)}`),    true],
    ['as many parts as it may be',  `[${'0,'.repeat(499_999)}0]`,             true],
    ['more',                        `[${'0,'.repeat(500_000)}0]`,             false],
    ['none at all',                 '<html>',                                 false],
    ['one and then another',        '{}{}',                                   false],
    ['nothing',                     '',                                       false],
  ])('is parsed within bounds: %s', (_what, text, isRead) => {
    expect(foreignJson(text) !== undefined).toBe(isRead);
  });

  it('has only its own members, whatever their names', () => {
    const value = foreignJson('{"__proto__":{"isAdmin":true},"a":12345678901234567890}') as object;

    expect([Object.keys(value), 'isAdmin' in value]).toEqual([['__proto__', 'a'], false]);
  });
});
