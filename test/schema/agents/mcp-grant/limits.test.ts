import { describe, expect, it } from 'vitest';
import type { ArgumentLimit } from '../../../../db/models/mcp-grant.ts';
import { findingsOutside } from '../../../../schema/agents/mcp-grant/limits.ts';

const outside = (limit: ArgumentLimit, args: unknown) => findingsOutside([limit], args).length > 0;

describe('an argument limit', () => {
  // oxfmt-ignore
  it.each<[string, ArgumentLimit, unknown, boolean]>([
    ['one of the values',             { pointer: '/a', enum: ['x', 1, null] },    { a: 1 },                    false],
    ['another value',                 { pointer: '/a', enum: ['x', 1, null] },    { a: '1' },                  true],
    ['an object for a value',         { pointer: '/a', enum: ['x'] },             { a: { x: 'x' } },           true],
    ['nothing at all',                { pointer: '/a', enum: ['x', null] },       {},                          true],
    ['null that is allowed',          { pointer: '/a', enum: ['x', null] },       { a: null },                 false],
    ['the maximum',                   { pointer: '/a', maximum: 100 },            { a: 100 },                  false],
    ['more than the maximum',         { pointer: '/a', maximum: 100 },            { a: 100.01 },               true],
    ['more than it, as a text',       { pointer: '/a', maximum: 100 },            { a: '1000000' },            true],
    ['less than the minimum',         { pointer: '/a', minimum: 1, maximum: 9 },  { a: 0 },                    true],
    ['what is between both',          { pointer: '/a', minimum: 1, maximum: 9 },  { a: 5 },                    false],
    ['a text of the length',          { pointer: '/a', maxLength: 2 },            { a: 'ü😀' },                false],
    ['a longer text',                 { pointer: '/a', maxLength: 2 },            { a: 'abc' },                true],
    ['what is as long and no text',   { pointer: '/a', maxLength: 2 },            { a: ['a'] , b: [] },        false],
    ['a number where a text is',      { pointer: '/a', maxLength: 2 },            { a: 5 },                    true],
    ['a text of the form',            { pointer: '/a', pattern: '.*@x\\.test' },  { a: 'ada@x.test' },         false],
    ['a form that only begins so',    { pointer: '/a', pattern: '.*@x\\.test' },  { a: 'ada@x.test.evil' },    true],
    ['a line more than the form',     { pointer: '/a', pattern: '.*@x\\.test' },  { a: 'e@evil\nada@x.test' }, true],
    ['either of two forms, whole',    { pointer: '/a', pattern: 'a|b' },          { a: 'ab' },                 true],
    ['what is further inside',        { pointer: '/body/a', maximum: 1 },         { body: { a: 2 } },          true],
    ['what is not further inside',    { pointer: '/body/a', maximum: 1 },         { body: 5 },                 true],
    ['each item of a list',           { pointer: '/a', enum: ['x'] },             { a: ['x', 'x'] },           false],
    ['a list with one that is not',   { pointer: '/a', enum: ['x'] },             { a: ['x', 'y'] },           true],
    ['lists of lists',                { pointer: '/a', enum: ['x'] },             { a: [['x'], ['y']] },       true],
    ['an empty list',                 { pointer: '/a', enum: ['x'] },             { a: [] },                   true],
    ['an empty list among others',    { pointer: '/a/b', enum: ['x'] },           { a: [{ b: ['x'] }, { b: [] }] }, true],
    ['an empty list in a list',       { pointer: '/a', enum: ['x'] },             { a: [[], 'x'] },            true],
    ['more values than are judged',   { pointer: '/a', enum: ['x'] },             { a: Array(101).fill('x') }, true],
    ['as many as are judged',         { pointer: '/a', enum: ['x'] },             { a: Array(100).fill('x') }, false],
    ['a text longer than is matched', { pointer: '/a', pattern: 'x*' },           { a: 'x'.repeat(1_001) },    true],
    ['a part of each item',           { pointer: '/a/to', enum: ['x'] },          { a: [{ to: 'x' }] },        false],
    ['a part that one item has not',  { pointer: '/a/to', enum: ['x'] },          { a: [{ to: 'x' }, {}] },    true],
    ['a number of an item',           { pointer: '/a/0', enum: ['x'] },           { a: ['x'] },                true],
    ['what is inherited',             { pointer: '/toString', maxLength: 99 },    {},                          true],
    ['another spelling beside it',    { pointer: '/body/a', maximum: 1 },         { body: { a: 1, A: 2 } },    true],
    ['a list of the name beside it',  { pointer: '/body/a', maximum: 1 },         { body: { a: 1, '[a]': 2 } }, true],
    ['another spelling on the way',   { pointer: '/body/a', maximum: 1 },         { body: { a: 1 }, Body: {} }, true],
    ['another name that could be read as this one',        { pointer: '/body/a', maximum: 1 },         { body: { a: 1, ab: 2, _a: 3 } }, false],
    ['a name with a slash',           { pointer: '/a~1b', maximum: 1 },           { 'a/b': 1 },                false],
  ])('checks %s', (_, limit, args, isOutside) => {
    expect(outside(limit, args)).toBe(isOutside);
  });

  it('has a bounded cost: all patterns of a grant together match a limited amount of text', () => {
    const pattern = '(?:x{0,450}){2}';
    const limits = ['/a', '/b'].map((pointer): ArgumentLimit => ({ pointer, pattern }));
    const long = Array(20).fill('x'.repeat(900));
    const began = performance.now();

    expect(findingsOutside(limits, { a: ['x'], b: ['x'] })).toEqual([]);
    expect(findingsOutside(limits, { a: ['x'], b: long })).toEqual([
      {
        pointer: '/b',
        code: 'not_granted',
        message: 'has, with the other values, too much text for its pattern: send less',
      },
    ]);
    console.log(`Judging as much as is judged took ${Math.round(performance.now() - began)} ms.`);
  });

  it('applies together with all others, and the findings name each violated one', () => {
    const limits = [
      { pointer: '/a', maximum: 1 },
      { pointer: '/b', enum: ['x'] },
      { pointer: '/c', maximum: 1 },
    ];

    expect(findingsOutside(limits, { a: 2, b: 'x' })).toEqual([
      { pointer: '/a', code: 'not_granted', message: 'must be a number up to 1, according to the grant' },
      { pointer: '/c', code: 'not_granted', message: 'is required by the grant' },
    ]);
  });
});
