import { describe, expect, it } from 'vitest';
import { createConformity } from '../../../server/json-schemas/conformity.ts';
import { isBounded } from '../../../server/json-schemas/bounded.ts';

const owner = 'ws_1';

/** Each definition refers twice to the next, so the work doubles with each of them. */
const doubling = (levels: number) => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = { $ref: `#/$defs/d${level + 1}` };
      return [`d${level}`, level === levels - 1 ? { type: 'string' } : { allOf: [next, next] }];
    }),
  ),
});
const many = (length: number) => Array.from({ length }, (_, index) => ({ required: [`a${index}`] }));

describe('ADR 87: a schema is checked in this process', () => {
  // oxfmt-ignore
  it.each([
    { why: 'that is small',                        schema: { type: 'object', properties: { a: { type: 'string' } } },  is: true },
    { why: 'with few references',                  schema: doubling(5),                                                is: true },
    { why: 'with references that double',          schema: doubling(30),                                               is: false },
    { why: 'that contains itself',                 schema: { $defs: { a: { items: { $ref: '#/$defs/a' } } }, $ref: '#/$defs/a' }, is: false },
    { why: 'that refers to nothing',               schema: { $ref: '#/$defs/none' },                                   is: false },
    { why: 'with a dynamic reference',             schema: { $dynamicRef: '#a' },                                      is: false },
    { why: 'with many alternatives',               schema: { items: { anyOf: many(2_000) } },                          is: false },
    { why: 'with many properties',                 schema: { properties: Object.fromEntries(many(400).entries()) },    is: true },
    { why: 'with unique scalars',                  schema: { uniqueItems: true, items: { type: 'string' } },           is: true },
    { why: 'with unique objects',                  schema: { uniqueItems: true, items: { type: 'object' } },           is: false },
    { why: 'with a pattern',                       schema: { items: { pattern: '^a' } },                               is: true },
    { why: 'with a pattern that repeats much',     schema: { pattern: '(a{0,50}b{0,150}c){0,2}' },                      is: false },
    { why: 'with such a pattern of names',         schema: { patternProperties: { 'a{1,999}': {} } },                  is: false },
    { why: 'with many lengths of one text',        schema: { allOf: Array.from({ length: 90 }, () => ({ minLength: 1, maxLength: 9 })) }, is: false },
  ])('if its text limits the time: $why', ({ schema, is }) => {
    expect(isBounded(schema)).toBe(is);
    expect(createConformity()({ key: 'a', owner, schema }, null)).toBeOneOf(is ? [true, false] : [null]);
  });

  it('if it has at most 32 KiB, since it is compiled on the way of a request', () => {
    const conforms = createConformity();
    const schema = (length: number) => ({
      key: String(length),
      owner,
      schema: { title: 'x'.repeat(length) },
    });

    expect([conforms(schema(32_000), 1), conforms(schema(33_000), 1)]).toEqual([true, null]);
  });

  it('unless the texts are too long for its patterns', () => {
    const conforms = createConformity();
    const schema = { key: 'p', owner, schema: { items: { pattern: '^[ab]{1,90}c?$' } } };
    const texts = (length: number) => Array.from({ length }, () => 'a'.repeat(80));

    expect([conforms(schema, texts(10)), conforms(schema, texts(1_000)), conforms(schema, ['x'])]).toEqual([
      true,
      null,
      false,
    ]);
  });

  it('with only the properties that a value itself has', () => {
    const properties = { constructor: { type: 'string' }, toString: { type: 'string' } };
    const conforms = createConformity();

    expect(conforms({ key: 'own', owner, schema: { properties } }, {})).toBe(true);
    expect(conforms({ key: 'required', owner, schema: { required: ['toString'] } }, {})).toBe(false);
  });

  it('and a schema that is none is for another process, however often it comes', () => {
    const conforms = createConformity();
    const bad = { key: 'bad', owner, schema: { type: 'everything' } };

    expect([conforms(bad, 1), conforms(bad, 1)]).toEqual([null, null]);
  });
});
