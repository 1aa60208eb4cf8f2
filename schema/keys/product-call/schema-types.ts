import type { DescribedSchema } from '../../kernel/ports/product-descriptions.ts';
import { isObject, itemsOf, own, wordOf, type JsonObject } from '../../values/foreign-values.ts';

const maxSteps = 20;

/** A part of a schema, with the definitions that it refers to. */
export interface Part {
  schema: unknown;
  definitions: unknown;
}

export function partOf(schema: DescribedSchema): Part {
  return { schema, definitions: own(schema, '$defs') };
}

/** Returns the part without references at its top. */
export function resolved({ schema, definitions }: Part): Part {
  let found = schema;
  for (let steps = 0; steps < maxSteps && typeof own(found, '$ref') === 'string'; steps += 1)
    found = own(definitions, wordOf(own(found, '$ref')).slice('#/$defs/'.length));
  return { schema: found, definitions };
}

type Types = ReadonlySet<string> | null;

// Parts refer to each other many times, and a schema may contain itself. So each is looked at once.
const knownTypes = new WeakMap<object, Types>();
const knownProperties = new WeakMap<object, Map<string, Part>>();

/** Returns the JSON types that a value may have, or null if the schema does not say. */
export function typesOf(part: Part): Types {
  const { schema, definitions } = resolved(part);
  if (!isObject(schema)) return null;
  const known = knownTypes.get(schema);
  if (known !== undefined) return known;
  knownTypes.set(schema, null);
  const types = statedTypes(schema) ?? innerTypes(schema, (inner) => typesOf({ schema: inner, definitions }));
  knownTypes.set(schema, types);
  return types;
}

function statedTypes(schema: JsonObject): Types {
  const type = own(schema, 'type');
  if (type !== undefined) return new Set([type].flat().filter((it) => typeof it === 'string'));
  if (Object.hasOwn(schema, 'const')) return new Set([typeOf(schema['const'])]);
  return Object.hasOwn(schema, 'enum') ? new Set(itemsOf(schema['enum']).map(typeOf)) : null;
}

function innerTypes(schema: JsonObject, of: (inner: unknown) => Types): Types {
  for (const keyword of ['anyOf', 'oneOf']) {
    const each = itemsOf(own(schema, keyword)).map(of);
    if (each.includes(null)) return null;
    if (each.length > 0) return new Set(each.flatMap((it) => Array.from(it ?? [])));
  }
  const [first] = itemsOf(own(schema, 'allOf')).flatMap((inner) => of(inner) ?? []);
  if (first) return first;
  if (Object.hasOwn(schema, 'properties')) return new Set(['object']);
  return Object.hasOwn(schema, 'items') ? new Set(['array']) : null;
}

/** Returns the properties that an object may have, those of `allOf` and references included. */
export function propertiesOf(part: Part): ReadonlyMap<string, Part> {
  const { schema, definitions } = resolved(part);
  if (!isObject(schema)) return new Map();
  const known = knownProperties.get(schema);
  if (known) return known;
  const found = new Map<string, Part>();
  knownProperties.set(schema, found);
  for (const inner of itemsOf(own(schema, 'allOf')))
    for (const [name, property] of propertiesOf({ schema: inner, definitions })) found.set(name, property);
  const properties = own(schema, 'properties');
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {}))
    found.set(name, { schema: property, definitions });
  return found;
}

export function itemPart(part: Part): Part {
  const { schema, definitions } = resolved(part);
  return { schema: own(schema, 'items') ?? true, definitions };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Returns the properties that an object must have, those of `allOf` and references included. */
export function requiredOf(part: Part): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const add = ({ schema, definitions }: Part) => {
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const name of itemsOf(own(schema, 'required'))) found.add(wordOf(name));
    for (const inner of itemsOf(own(schema, 'allOf'))) add(resolved({ schema: inner, definitions }));
  };
  add(resolved(part));
  return found;
}
