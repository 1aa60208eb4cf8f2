import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerText, pathText, queryPairs } from '../../../../schema/kernel/serialize.ts';
import type { DescribedParameter } from '../../../../schema/kernel/ports/product-descriptions.ts';
import { argumentsOf } from '../../../../schema/keys/product-call/parameters.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';

const texts = fc.constantFrom('a', 'red', '10', 'true', 'null', 'ü', 'a b', 'a+b', 'a&b=c', '100%', '?#/');
const scalar = fc.constantFrom('string', 'integer', 'number', 'boolean');

type Typed = [schema: Record<string, unknown>, value: unknown];

const scalars: fc.Arbitrary<Typed> = scalar.chain((type): fc.Arbitrary<Typed> => {
  const value = {
    string: texts,
    integer: fc.integer(),
    number: fc.constantFrom(0.5, -2, 1e21),
    boolean: fc.boolean(),
  };
  return value[type as 'string'].map((it): Typed => [{ type }, it]);
});
const lists: fc.Arbitrary<Typed> = scalars.map(([items, value]) => [
  { type: 'array', items },
  [value, value],
]);
const objects: fc.Arbitrary<Typed> = fc.tuple(scalars, scalars).map(([a, b]) => [
  { type: 'object', properties: { a: a[0], b: b[0] } },
  { a: a[1], b: b[1] },
]);

const styles = fc.constantFrom(
  ...(['simple', 'label', 'matrix', 'json'] as const).map((style) => ['path', style] as const),
  ...(['form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json'] as const).map(
    (it) => ['query', it] as const,
  ),
  ...(['simple', 'json'] as const).map((style) => ['header', style] as const),
);

function readBack(parameter: DescribedParameter, value: unknown): unknown {
  const { name, in: place } = parameter;
  const http = { ...parameter, property: name } as never;
  const query = place === 'query' ? queryPairs(http, value).map((pair) => pair.join('=')) : [];
  const headers = place === 'header' ? { [name]: headerText(http, value) ?? '' } : {};
  const operation = { path: place === 'path' ? `/a/{${name}}` : '/a', parameters: [parameter] };
  const captured = place === 'path' ? [pathText(http, value)] : [];
  const { values, findings } = argumentsOf(operation, { query: query.join('&'), headers }, captured);
  expect(findings).toEqual([]);
  return values[place][name];
}

// Where the style itself mixes up its separator with the same character of a value.
function isAmbiguous({ in: place, style, explode }: DescribedParameter, value: unknown): boolean {
  const isPlain = typeof value !== 'object';
  if (style === 'deepObject') return isPlain || Array.isArray(value);
  if (style === 'label' && JSON.stringify(value).includes('.') && explode) return true;
  if (place === 'header')
    return style === 'simple' && /[ü,]/.test(JSON.stringify(Object.values([value].flat())));
  return style.endsWith('Delimited') && !explode && JSON.stringify(value).includes(' ');
}

describe('a parameter', () => {
  it('OpenAPI 3.1 §4.8.12: is read as any client that keeps its style sends it', () => {
    const cases = fc.tuple(fc.oneof(scalars, lists, objects), styles, fc.boolean());
    fc.assert(
      fc.property(cases, ([[schema, value], [place, style], explode]) => {
        const parameter: DescribedParameter = {
          name: 'x',
          in: place,
          style,
          explode,
          required: false,
          schema,
        };
        fc.pre(!isAmbiguous(parameter, value));
        expect(readBack(parameter, value)).toEqual(value);
      }),
      { seed: seed(), numRuns: count(50_000) },
    );
  });

  // oxfmt-ignore
  it.each([
    { why: 'a text stays a text',            schema: { type: 'string' },                    query: 'x=10',           value: '10' },
    { why: 'a number',                       schema: { type: 'number' },                    query: 'x=-1.5e3',       value: -1500 },
    { why: 'no number in JSON',              schema: { type: 'integer' },                   query: 'x=0x10',         value: '0x10' },
    { why: 'no finite number',               schema: { type: 'number' },                    query: 'x=1e999',        value: '1e999' },
    { why: 'a plus sign is a space',         schema: { type: 'string' },                    query: 'x=a+b%2B',       value: 'a b+' },
    { why: 'an empty text for null',         schema: { type: ['integer', 'null'] },         query: 'x=',             value: null },
    { why: 'a number by a reference',        schema: { $ref: '#/$defs/N', $defs: { N: { type: 'integer' } } }, query: 'x=5', value: 5 },
    { why: 'a number by allOf',              schema: { allOf: [{ minimum: 1 }, { type: 'integer' }] }, query: 'x=5', value: 5 },
    { why: 'numbers of an enum',             schema: { enum: [1, 2] },                      query: 'x=2',            value: 2 },
    { why: 'one item of a list',             schema: { type: 'array', items: { type: 'integer' } }, query: 'x=5',    value: [5] },
    { why: 'the first of two scalars',       schema: { type: 'string' },                    query: 'x=a&x=b',        value: 'a' },
    { why: 'broken percent-encoding',        schema: { type: 'string' },                    query: 'x=%E0%A4%A',     value: '%E0%A4%A' },
  ])('$why', ({ schema, query, value }) => {
    const parameter = { name: 'x', in: 'query' as const, style: 'form', explode: true, required: false, schema };
    expect(argumentsOf({ path: '/', parameters: [parameter] }, { query, headers: {} }, []).values.query['x']).toEqual(value);
  });

  it('in brackets reads lists and objects as deep as 8 levels, and no deeper', () => {
    const filter = { name: 'f', in: 'query' as const, style: 'deepObject', explode: true, required: false };
    const number = { type: 'integer' };
    const schema = {
      type: 'object',
      properties: {
        size: { type: 'object', properties: { min: number } },
        ids: { type: 'array', items: number },
      },
    };
    const deep = `f${'[a]'.repeat(9)}=1`;
    const query = `f[size][min]=3&f[ids][]=1&f[ids][]=2&f[__proto__][x]=1&${deep}`;
    const { values } = argumentsOf(
      { path: '/', parameters: [{ ...filter, schema }] },
      { query, headers: {} },
      [],
    );
    const found = values.query['f'] as Record<string, unknown>;

    expect(found).toMatchObject({ size: { min: 3 }, ids: [1, 2] });
    expect(Object.keys(found)).not.toContain('a');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('that spreads an object over the query takes its properties alone', () => {
    const schema = { type: 'object', properties: { from: { type: 'integer' }, to: { type: 'integer' } } };
    const common = { in: 'query' as const, style: 'form', explode: true, required: false };
    const parameters = [
      { ...common, name: 'range', schema },
      { ...common, name: 'to', schema: { type: 'string' } },
    ];
    const { values } = argumentsOf(
      { path: '/', parameters },
      { query: 'from=1&to=2&other=3', headers: {} },
      [],
    );

    expect(values.query).toEqual({ range: { from: 1 }, to: '2' });
  });
});
