import { describe, expect, it } from 'vitest';
import { RequestFailure } from '../../../schema/kernel/request-failure.ts';
import { formPairs, headerText, pathText, queryPairs } from '../../../schema/kernel/serialize.ts';
import type { HttpParameter } from '../../../schema/kernel/ports/descriptions.ts';
import { parameter } from '../connect/gateway/operation.ts';

const text = 'blue';
const list = ['blue', 'black', 'brown'];
const members = { R: 100, G: 200, B: 150 };

const inPath = (style: string, explode: boolean, value: unknown) =>
  pathText(parameter('path', 'color', { style, explode }), value);
const inHeader = (style: string, explode: boolean, value: unknown) =>
  headerText(parameter('header', 'color', { style, explode }), value);
const inQuery = (style: string, explode: boolean, value: unknown) =>
  queryPairs(parameter('query', 'color', { style, explode }), value)
    .map((pair) => pair.join('='))
    .join('&');

// OpenAPI 3.1.2, “Style Examples”. The column for undefined values is RFC 6570's result for an empty text.
// oxfmt-ignore
describe('the style examples of OpenAPI', () => {
  it.each([
    ['matrix', false, ';color', ';color=blue', ';color=blue,black,brown',             ';color=R,100,G,200,B,150'],
    ['matrix', true,  ';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
    ['label',  false, '.',      '.blue',       '.blue,black,brown',                   '.R,100,G,200,B,150'],
    ['label',  true,  '.',      '.blue',       '.blue.black.brown',                   '.R=100.G=200.B=150'],
    ['simple', false, '',       'blue',        'blue,black,brown',                    'R,100,G,200,B,150'],
    ['simple', true,  '',       'blue',        'blue,black,brown',                    'R=100,G=200,B=150'],
  ])('path: %s, explode %s', (style, explode, ...expected) => {
    expect(['', text, list, members].map((value) => inPath(style, explode, value))).toEqual(expected);
  });

  it.each([
    ['form', false, 'color=', 'color=blue', 'color=blue,black,brown',             'color=R,100,G,200,B,150'],
    ['form', true,  'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ])('query: %s, explode %s', (style, explode, ...expected) => {
    expect(['', text, list, members].map((value) => inQuery(style, explode, value))).toEqual(expected);
  });

  it.each([
    ['spaceDelimited', false, list,    'color=blue%20black%20brown'],
    ['spaceDelimited', false, members, 'color=R%20100%20G%20200%20B%20150'],
    ['pipeDelimited',  false, list,    'color=blue%7Cblack%7Cbrown'],
    ['pipeDelimited',  false, members, 'color=R%7C100%7CG%7C200%7CB%7C150'],
    ['deepObject',     true,  members, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ])('query: %s, explode %s, %o', (style, explode, value, expected) => {
    expect(inQuery(style, explode, value)).toBe(expected);
  });

  it.each([
    [false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
    [true,  '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ])('header: simple, explode %s', (explode, ...expected) => {
    expect(['', text, list, members].map((value) => inHeader('simple', explode, value))).toEqual(expected);
  });

  it('a form: texts unchanged, lists item by item, objects as JSON', () => {
    const address = { streetAddress: '123 Example Dr.', zip: '99999+1234' };

    expect(formPairs({ property: 'body' }, { id: 'f81d', address, tags: ['a', 1, { b: 2 }], none: null })).toEqual([
      ['id', 'f81d'],
      ['address', '%7B%22streetAddress%22%3A%22123%20Example%20Dr.%22%2C%22zip%22%3A%2299999%2B1234%22%7D'],
      ['tags', 'a'],
      ['tags', '1'],
      ['tags', '%7B%22b%22%3A2%7D'],
    ]);
  });
});

// oxfmt-ignore
describe('cases that OpenAPI leaves open', () => {
  it.each([
    ['two styles explode as form does',             'pipeDelimited', true,  list,                       'color=blue&color=black&color=brown'],
    ['a text has no separator',                     'pipeDelimited', false, 'a|b',                      'color=a%7Cb'],
    ['a value in a value is JSON',                  'form',          true,  ['a', ['b'], { c: 1 }],     'color=a&color=%5B%22b%22%5D&color=%7B%22c%22%3A1%7D'],
    ['a value in a member is JSON',                 'form',          false, { a: [1] },                 'color=a,%5B1%5D'],
    ['brackets go deeper',                          'deepObject',    true,  { a: { b: [1, 2] } },       'color%5Ba%5D%5Bb%5D%5B%5D=1&color%5Ba%5D%5Bb%5D%5B%5D=2'],
    ['objects in brackets are counted',             'deepObject',    true,  [{ a: 1 }, { a: 2 }],       'color%5B0%5D%5Ba%5D=1&color%5B1%5D%5Ba%5D=2'],
    ['a text has no brackets',                      'deepObject',    true,  'blue',                     'color=blue'],
    ['JSON is JSON',                                'json',          false, { a: [1, 'é'] },            'color=%7B%22a%22%3A%5B1%2C%22%C3%A9%22%5D%7D'],
    ['null is a value to JSON',                     'json',          false, null,                       'color=null'],
    ['null is not sent',                            'form',          true,  null,                       ''],
    ['a list of nothing is not sent',               'form',          true,  [],                         ''],
    ['an object of nothing is not sent',            'form',          false, { a: null },                ''],
    ['null in a list is not sent',                  'form',          false, ['a', null, 'b'],           'color=a,b'],
    ['brackets of nothing are not sent',            'deepObject',    true,  { a: null, b: [] },         ''],
    ['false and 0 are values',                      'form',          true,  [false, 0, ''],             'color=false&color=0&color='],
    ['separators in a value are encoded',           'form',          false, ['a,b', 'c&d=e', '+ %'],    'color=a%2Cb,c%26d%3De,%2B%20%25'],
    ['names are encoded',                           'form',          true,  { 'a&b': '=', "'": '(*)!' }, 'a%26b=%3D&%27=%28%2A%29%21'],
  ])('query: %s', (_what, style, explode, value, expected) => {
    expect(inQuery(style, explode, value)).toBe(expected);
  });

  it('a header in JSON is ASCII', () => {
    expect(inHeader('json', false, { a: 'é✓\n👍' })).toBe(String.raw`{"a":"\u00e9\u2713\n\ud83d\udc4d"}`);
  });

  it('values in a path are encoded', () => {
    expect(inPath('simple', false, 'a/b?c#d%2f;e')).toBe('a%2Fb%3Fc%23d%252f%3Be');
    expect(inPath('simple', true, { 'a=': ',' })).toBe('a%3D=%2C');
    expect(inPath('json', false, [1])).toBe('%5B1%5D');
  });
});

describe('the gateway refuses:', () => {
  const half = '\ud800';

  // oxfmt-ignore
  it.each<[string, () => unknown]>([
    ['nothing in a path',                  () => inPath('simple', false, null)],
    ['a list of nothing in a path',        () => inPath('matrix', true, [])],
    ['a space where spaces separate',      () => inQuery('spaceDelimited', false, ['sEcret', 'a b'])],
    ['a bar where bars separate',          () => inQuery('pipeDelimited', false, { sEcret: '|' })],
    ['a bracket in a bracket',             () => inQuery('deepObject', true, { 'sEcret][x': 1 })],
    ['half of a character in a path',      () => inPath('simple', false, `sEcret${half}`)],
    ['half of a character in a query',     () => inQuery('form', false, [`sEcret${half}`])],
    ['half of a character in a name',      () => inQuery('form', true, { [`sEcret${half}`]: 1 })],
    ['half of a character in brackets',    () => inQuery('deepObject', true, { [half]: 'sEcret' })],
    ['half of a character in a form',      () => formPairs({ property: 'color' }, { a: half })],
  ])('%s', (_what, work) => {
    const failure = failureOf(work);

    expect([failure.code, failure.pointer]).toEqual(['argument_unusable', '/color']);
    expect(failure.message).toMatch(/^The argument color /);
    expect(failure.message).not.toContain('sEcret');
  });

  it.each<HttpParameter['in']>(['path', 'query'])('a style that is unknown for a %s', (place) => {
    const unknown = parameter(place, 'color', { style: 'constructor' });

    expect(failureOf(() => (place === 'path' ? pathText : queryPairs)(unknown, 'blue')).code).toBe(
      'operation_unusable',
    );
  });
});

function failureOf(work: () => unknown): RequestFailure {
  try {
    work();
  } catch (error) {
    if (error instanceof RequestFailure) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
