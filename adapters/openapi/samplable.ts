import { isObject, itemsOf, own, type JsonObject } from '../../schema/values/foreign-values.ts';
import { schemaKeywords } from './keywords.ts';

/** How a sample is made. */
export interface Manner {
  /** Whether it has only the required properties, and as few items as possible. */
  isMinimal: boolean;
  /** Whether it uses the examples and defaults of the schema. */
  usesExamples: boolean;
}

/** The work that the sampler can still do: about one for each character that it makes. */
export interface Work {
  left: number;
}

class TooMuchWork extends Error {}

// A sample with more characters or items does not fit in 64 KiB.
const maxCount = 65_536;
const baseWeight = 8;
const literals = ['const', 'default', 'enum', 'examples'];
const kept = [
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'required',
  'readOnly',
  'writeOnly',
  'const',
];

/**
 * Returns a copy of a schema with the keywords that the sampler uses. Each visit of a schema spends work, and
 * throws if none is left. So recursion and large counts end.
 */
export function samplable(given: unknown, manner: Manner, work: Work): unknown {
  const schema = given === true ? {} : given;
  if (!isObject(schema)) return schema;
  const copy = { ...plainOf(schema, manner), ...innerOf(schema, manner, work) };
  const [reference, weight] = [own(schema, '$ref'), weightOf(copy)];
  // The sampler reads this member in each schema that it visits.
  return Object.defineProperty(copy, '$ref', {
    enumerable: true,
    get() {
      work.left -= weight;
      if (work.left < 0) throw new TooMuchWork();
      return reference;
    },
  });
}

/** Returns copies of the definitions of a schema, each made when the sampler visits it. */
export function samplableDefinitions(schema: JsonObject, manner: Manner, work: Work): object {
  const definitions = own(schema, '$defs');
  const made = new Map<string, unknown>();
  const properties = Object.entries(isObject(definitions) ? definitions : {}).map(([name, definition]) => {
    const get = () => {
      if (!made.has(name)) made.set(name, samplable(definition, manner, work));
      return made.get(name);
    };
    return [name, { get, enumerable: true }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(properties));
}

function plainOf(schema: JsonObject, { isMinimal, usesExamples }: Manner): Record<string, unknown> {
  const copy = Object.fromEntries(
    kept.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) => [keyword, schema[keyword]]),
  );
  if (usesExamples && Object.hasOwn(schema, 'default')) copy['default'] = schema['default'];
  // The sampler takes the first one.
  for (const keyword of usesExamples ? ['enum', 'examples'] : ['enum']) {
    const values = itemsOf(own(schema, keyword));
    if (values.length > 0) copy[keyword] = values.slice(0, 1);
  }
  const types = [own(schema, 'type') ?? impliedType(schema) ?? []].flat();
  if (types.length > 0) copy['type'] = types.find((type) => type !== 'null') ?? 'null';
  const [pattern, length, items] = [
    own(schema, 'pattern'),
    own(schema, 'minLength'),
    own(schema, 'minItems'),
  ];
  if (typeof pattern === 'string' && repetitionsIn(pattern) <= maxCount) copy['pattern'] = pattern;
  if (typeof length === 'number') copy['minLength'] = Math.min(length, maxCount);
  // The sampler takes all items of a tuple, and would fill it up with null.
  if (Object.hasOwn(schema, 'prefixItems')) return copy;
  if (typeof items === 'number') copy['minItems'] = Math.min(items, maxCount);
  if (isMinimal && !Object.hasOwn(schema, 'contains')) copy['maxItems'] = copy['minItems'] ?? 0;
  return copy;
}

// Without a type, the sampler ignores the properties of a part of `allOf`.
function impliedType(schema: JsonObject): string | undefined {
  if (Object.hasOwn(schema, 'properties')) return 'object';
  return Object.hasOwn(schema, 'items') || Object.hasOwn(schema, 'prefixItems') ? 'array' : undefined;
}

function innerOf(schema: JsonObject, manner: Manner, work: Work): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [keyword, { holds }] of schemaKeywords) {
    const value = own(schema, keyword);
    if (value === undefined || isSpare(schema, keyword, manner)) continue;
    if (holds === 'one') copy[keyword] = samplable(value, manner, work);
    if (holds === 'list')
      copy[keyword] = nullLast(value, keyword).map((item) => samplable(item, manner, work));
    if (keyword === 'properties') copy[keyword] = propertiesOf(value, schema, manner, work);
  }
  return copy;
}

// The sampler adds two more properties if their schema is an object.
function isSpare(schema: JsonObject, keyword: string, { isMinimal }: Manner): boolean {
  if (keyword !== 'additionalProperties') return false;
  return schema[keyword] === true || (isMinimal && !Object.hasOwn(schema, 'minProperties'));
}

function propertiesOf(properties: unknown, schema: JsonObject, manner: Manner, work: Work): JsonObject {
  const required = new Set(itemsOf(own(schema, 'required')));
  const entries = Object.entries(isObject(properties) ? properties : {})
    .filter(([name]) => !manner.isMinimal || required.has(name))
    .map(([name, property]) => [name, samplable(property, manner, work)] as const);
  return Object.fromEntries(entries);
}

// The sampler takes the first alternative.
function nullLast(schemas: unknown, keyword: string): readonly unknown[] {
  const all = itemsOf(schemas);
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return all;
  return [...all.filter((schema) => !isNull(schema)), ...all.filter(isNull)];
}

function isNull(schema: unknown): boolean {
  return own(schema, 'type') === 'null';
}

function weightOf(copy: JsonObject): number {
  const texts = literals.filter((keyword) => Object.hasOwn(copy, keyword));
  const characters = texts.reduce((sum, keyword) => sum + JSON.stringify(copy[keyword]).length, 0);
  const pattern = own(copy, 'pattern');
  const made = typeof pattern === 'string' ? 4 * pattern.length + repetitionsIn(pattern) : 0;
  return baseWeight + characters + made + Number(own(copy, 'minLength') ?? 0);
}

function repetitionsIn(pattern: string): number {
  return [...pattern.matchAll(/\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0);
}
