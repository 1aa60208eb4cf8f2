import { describe, expect, it } from 'vitest';
import { createConformity } from '../../../server/json-schemas/conformity.ts';
import { isBounded } from '../../../server/json-schemas/bounded.ts';

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
    { why: 'with many properties',                 schema: { properties: Object.fromEntries(many(500).entries()) },    is: true },
    { why: 'with unique scalars',                  schema: { uniqueItems: true, items: { type: 'string' } },           is: true },
    { why: 'with unique objects',                  schema: { uniqueItems: true, items: { type: 'object' } },           is: false },
    { why: 'with a pattern',                       schema: { items: { pattern: '^a' } },                               is: true },
    { why: 'with many patterns of one text',       schema: { allOf: Array.from({ length: 9 }, () => ({ pattern: '^a' })) }, is: false },
    { why: 'with many patterns of names',          schema: { patternProperties: { a: {}, b: {}, c: {}, d: {} } },      is: false },
  ])('if its text limits the time: $why', ({ schema, is }) => {
    expect(isBounded(schema)).toBe(is);
    expect(createConformity()({ key: 'a', schema }, null)).toBeOneOf(is ? [true, false] : [null]);
  });

  it('if it has at most 32 KiB, since it is compiled on the way of a request', () => {
    const conforms = createConformity();
    const schema = (length: number) => ({ key: String(length), schema: { title: 'x'.repeat(length) } });

    expect([conforms(schema(32_000), 1), conforms(schema(33_000), 1)]).toEqual([true, null]);
  });

  it('and a schema that is none is for another process, however often it comes', () => {
    const conforms = createConformity();
    const bad = { key: 'bad', schema: { type: 'everything' } };

    expect([conforms(bad, 1), conforms(bad, 1)]).toEqual([null, null]);
  });
});
