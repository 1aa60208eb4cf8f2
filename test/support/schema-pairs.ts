import fc from 'fast-check';

/** A schema in two versions. */
export interface SchemaPair {
  before: object;
  after: object;
}

type Two<Value> = readonly [before: Value | undefined, after: Value | undefined];

/** The names of fields. */
export const names = ['a', 'b', 'c', 'a/b'];
const name = fc.constantFrom(...names);
export const texts = ['', 'a', 'b', 'ab', 'abc', 'bca'];
export const numbers = [-1, 0, 1, 2, 3, 4, 6, 0.5, 2.5];
const least = fc.integer({ min: 0, max: 2 });
const most = fc.integer({ min: 1, max: 4 });

/** Two versions of a value, mostly none or the same ones; `undefined` where a version has none. */
function two<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Two<Value>> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant<Two<Value>>([undefined, undefined]) },
    { weight: 12, arbitrary: value.map((it): Two<Value> => [it, it]) },
    { weight: 1, arbitrary: value.map((it): Two<Value> => [it, undefined]) },
    { weight: 1, arbitrary: value.map((it): Two<Value> => [undefined, it]) },
    { weight: 2, arbitrary: fc.tuple(value, value) },
  );
}

/** Two versions of a schema out of two versions of some of its keywords. */
function pairOf(keywords: Record<string, fc.Arbitrary<Two<unknown>>>, requiredKeys: string[] = ['type']) {
  return fc.record(keywords, { requiredKeys }).map((chosen): SchemaPair => ({
    before: side(chosen, 0),
    after: side(chosen, 1),
  }));
}

function side(chosen: object, index: 0 | 1): object {
  const entries = Object.entries(chosen) as [string, Two<unknown>][];
  return Object.fromEntries(
    entries.map(([keyword, both]) => [keyword, both[index]]).filter(([, value]) => value !== undefined),
  );
}

/** Two versions of `type`, mostly the same ones. */
const typed = (...types: string[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...types).map((type): Two<unknown> => [type, type]) },
    { weight: 1, arbitrary: two(fc.constantFrom<unknown>(...types, types, [...types, 'null'])) },
  );
const listOf = (values: unknown[]) => two(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }));

const stringPair = pairOf({
  type: typed('string'),
  minLength: two(least),
  maxLength: two(most),
  pattern: two(fc.constantFrom('^a', 'b$')),
  enum: listOf(texts),
});
const numberPair = pairOf({
  type: typed('integer', 'number'),
  minimum: two(least),
  exclusiveMinimum: two(least),
  maximum: two(most),
  exclusiveMaximum: two(most),
  multipleOf: two(fc.constantFrom(1, 2, 3, 4)),
  enum: listOf(numbers),
});
const otherPair = pairOf({
  type: two(fc.constantFrom('boolean', 'null')),
  const: two(fc.constantFrom<unknown>(true, null)),
  enum: listOf(['a', 1, null, false]),
});
const leafPair = fc.oneof(stringPair, numberPair, otherPair);
const leaf = leafPair.map(({ before }) => before);

const { pair } = fc.letrec<{ pair: SchemaPair; inner: SchemaPair }>((tie) => {
  const inner = tie('inner');
  const one = inner.map(({ before }) => before);
  const twoOf = fc.oneof(
    { weight: 14, arbitrary: inner.map((it): Two<object> => [it.before, it.after]) },
    { weight: 1, arbitrary: one.map((it): Two<object> => [it, undefined]) },
    { weight: 1, arbitrary: one.map((it): Two<object> => [undefined, it]) },
  );
  const listed = fc
    .array(twoOf, { minLength: 1, maxLength: 2 })
    .map((items): Two<object[]> => [sided(items, 0), sided(items, 1)]);
  const properties = fc
    .dictionary(name, twoOf, { maxKeys: 3 })
    .map((fields): Two<object> => [side(fields, 0), side(fields, 1)]);
  const further = fc.oneof(
    two(fc.boolean()),
    twoOf,
    fc.tuple(fc.constant(false), one),
    fc.tuple(one, fc.boolean()),
  );
  const required = two(fc.uniqueArray(name, { maxLength: 2 }));
  const fieldsPair = pairOf({ type: typed('object'), properties, required }, ['type', 'properties']);
  const ofFields = fc
    .array(pairOf({ properties, required }, []), { minLength: 1, maxLength: 2 })
    .map((items): Two<object[]> => [items.map(({ before }) => before), items.map(({ after }) => after)]);
  const common = {
    type: typed('object'),
    properties,
    required,
    additionalProperties: further,
    minProperties: two(least),
    maxProperties: two(most),
  };
  // Ajv fails on some schemas with both `patternProperties` and `anyOf`.
  const objectPair = fc.oneof(
    pairOf({
      ...common,
      patternProperties: two(leaf.map((it) => ({ '^a': it }))),
      dependentRequired: two(fc.tuple(name, name).map(([from, to]) => ({ [from]: [to] }))),
    }),
    pairOf({ ...common, anyOf: fc.oneof(ofFields, listed), not: two(leaf) }),
  );
  const arrayPair = pairOf({
    type: typed('array'),
    items: twoOf,
    prefixItems: listed,
    minItems: two(least),
    maxItems: two(most),
    uniqueItems: two(fc.boolean()),
  });
  const ref = fc.constantFrom('A', 'B').map((to) => ({ $ref: `#/$defs/${to}` }));
  return {
    inner: fc.oneof(
      { maxDepth: 3 },
      leafPair,
      leafPair,
      ref.map((it): SchemaPair => ({ before: it, after: it })),
      fc.constant<SchemaPair>({ before: {}, after: {} }),
      tie('pair'),
    ),
    pair: fc.oneof(
      { weight: 4, arbitrary: objectPair },
      { weight: 4, arbitrary: fieldsPair },
      { weight: 2, arbitrary: arrayPair },
      { weight: 1, arbitrary: pairOf({ anyOf: listed }, ['anyOf']) },
      { weight: 1, arbitrary: fc.tuple(one, inner).map(([it, { after }]) => ({ before: it, after })) },
      { weight: 1, arbitrary: pairOf({ allOf: listed, required }, ['allOf']) },
      {
        weight: 1,
        arbitrary: pairOf({ oneOf: two(fc.array(leaf, { minLength: 1, maxLength: 2 })) }, ['oneOf']),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(inner, inner)
          .map(([{ before }, { after }]): SchemaPair => ({ before, after: { anyOf: [before, after] } })),
      },
    ),
  };
});

function sided(items: readonly Two<object>[], index: 0 | 1): object[] | undefined {
  const found = items.map((it) => it[index]).filter((it) => it !== undefined);
  return found.length === 0 ? undefined : found;
}

/** Two versions of a schema with definitions. B may contain itself, but not in place, which never ends. */
export const schemaPairs: fc.Arbitrary<SchemaPair> = fc
  .tuple(pair, leafPair, pair)
  .map(([{ before, after }, a, b]) => ({
    before: { ...before, $defs: { A: a.before, B: { type: 'object', properties: { c: b.before } } } },
    after: { ...after, $defs: { A: a.after, B: { type: 'object', properties: { c: b.after } } } },
  }));
