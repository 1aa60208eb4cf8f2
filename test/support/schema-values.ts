import fc from 'fast-check';
import { names, numbers, texts } from './schema-pairs.ts';

type Schema = Record<string, unknown>;

const scalars = fc.constantFrom<unknown>(...texts, ...numbers, true, false, null);
const anything = fc.oneof(
  scalars,
  fc.array(scalars, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...names), scalars, { maxKeys: 3, noNullPrototype: true }),
);
const maxDepth = 6;

/**
 * Values that a schema probably allows, as clients send them: with fields that it lists, and with others only if
 * it has a schema for them, requires them, or lists none.
 */
export function valuesOf(root: object, schema: unknown, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object' || schema === null || Object.keys(schema).length === 0) return anything;
  if (depth > maxDepth) return scalars;
  const { anyOf, ...rest } = merged(root, schema, 0);
  if (Array.isArray(anyOf))
    return fc.oneof(...anyOf.map((one: unknown) => valuesOf(root, { allOf: [rest, one] }, depth + 1)));
  const listed = 'const' in rest ? [rest['const']] : rest['enum'];
  if (Array.isArray(listed)) return fc.constantFrom(...(listed as unknown[]));
  const types = 'type' in rest ? [rest['type']].flat() : guessed(rest);
  return fc.oneof(...types.map((type) => valuesOfType(root, type, rest, depth)));
}

function valuesOfType(root: object, type: unknown, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (type === 'string') return fc.constantFrom(...texts);
  if (type === 'integer' || type === 'number') return fc.constantFrom(...numbers);
  if (type === 'array') return arraysOf(root, schema, depth);
  if (type === 'object') return objectsOf(root, schema, depth);
  return type === 'any' ? anything : fc.constantFrom(null, true, false);
}

function arraysOf(root: object, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const prefix = (schema['prefixItems'] ?? []) as unknown[];
  return fc
    .tuple(
      fc.tuple(...prefix.map((item) => valuesOf(root, item, depth + 1))),
      fc.array(valuesOf(root, schema['items'], depth + 1), { maxLength: 3 }),
      fc.integer({ min: 0, max: 3 }),
    )
    .map(([first, more, length]) => (more.length > 0 ? [...first, ...more] : first.slice(0, length)));
}

function objectsOf(root: object, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Schema;
  const required = (schema['required'] ?? []) as string[];
  const further = schema['additionalProperties'];
  const patterned = (schema['patternProperties'] ?? {}) as Schema;
  const hasMore =
    (typeof further === 'object' && Object.keys(further ?? {}).length > 0) || !schema['properties'];
  const isUsed = (it: string) =>
    Object.hasOwn(properties, it) ||
    required.includes(it) ||
    hasMore ||
    (it.startsWith('a') && '^a' in patterned);
  const valueOf = (it: string) =>
    Object.hasOwn(properties, it)
      ? properties[it]
      : it.startsWith('a')
        ? (patterned['^a'] ?? further)
        : further;
  const used = names.filter(isUsed);
  return fc.record(Object.fromEntries(used.map((it) => [it, valuesOf(root, valueOf(it), depth + 1)])), {
    requiredKeys: used.filter((it) => required.includes(it)),
    noNullPrototype: true,
  });
}

// Merges references and `allOf` as well as values need it, since each value is validated anyway.
function merged(root: object, schema: object, depth: number): Schema {
  if (depth > maxDepth) return {};
  const { $ref, allOf, ...rest } = schema as Schema;
  const inner = Array.isArray(allOf) ? (allOf as object[]) : [];
  const definitions = (root as { $defs: Record<string, object> }).$defs;
  const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined;
  const parts = [rest, ...(target ? [target] : []), ...inner].map((part, index) =>
    index === 0 ? rest : merged(root, part, depth + 1),
  );
  const all: Schema = {};
  for (const part of parts) {
    const [properties, required, anyOf] = [all['properties'], all['required'] ?? [], all['anyOf']];
    Object.assign(all, part, {
      required: [...(required as string[]), ...((part['required'] ?? []) as string[])],
    });
    if (properties) all['properties'] = { ...properties, ...(part['properties'] as object) };
    if (anyOf) all['anyOf'] = anyOf;
  }
  return all;
}

function guessed(schema: Schema): string[] {
  if (schema['properties'] || schema['additionalProperties'] !== undefined || schema['patternProperties'])
    return ['object', 'string', 'null'];
  return schema['items'] || schema['prefixItems'] ? ['array', 'any'] : ['any', 'object'];
}

/**
 * Returns the schema as tolerant clients read an answer: with further fields and further values, which are no
 * breaking changes.
 */
export function asRead(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asRead);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(
    ([keyword, value]) =>
      keyword !== 'enum' && keyword !== 'const' && !(keyword === 'additionalProperties' && value === false),
  );
  return Object.fromEntries(
    entries.map(([keyword, value]) => [
      keyword,
      keyword === 'not' || keyword === 'oneOf' || keyword === 'required' ? (value as unknown) : asRead(value),
    ]),
  );
}
