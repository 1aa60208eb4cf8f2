import type { DescribedSchema } from '../../kernel/ports/product-descriptions.ts';
import { isObject, itemsOf, own, wordOf } from '../../values/foreign-values.ts';

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

/** Returns the JSON types that a value may have, or null if the schema does not say. */
export function typesOf(part: Part, depth = 0): ReadonlySet<string> | null {
  const { schema, definitions } = resolved(part);
  if (!isObject(schema) || depth > maxSteps) return null;
  const type = own(schema, 'type');
  if (type !== undefined) return new Set([type].flat().filter((it) => typeof it === 'string'));
  if (Object.hasOwn(schema, 'const')) return new Set([typeOf(schema['const'])]);
  if (Object.hasOwn(schema, 'enum')) return new Set(itemsOf(schema['enum']).map(typeOf));
  const of = (inner: unknown) => typesOf({ schema: inner, definitions }, depth + 1);
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
export function propertiesOf(part: Part, depth = 0): Map<string, Part> {
  const { schema, definitions } = resolved(part);
  const found = new Map<string, Part>();
  if (depth > maxSteps) return found;
  for (const inner of itemsOf(own(schema, 'allOf')))
    for (const [name, property] of propertiesOf({ schema: inner, definitions }, depth + 1))
      found.set(name, property);
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
export function requiredOf(part: Part, depth = 0): Set<string> {
  const { schema, definitions } = resolved(part);
  const names = itemsOf(own(schema, 'required')).map(wordOf);
  if (depth > maxSteps) return new Set(names);
  const inner = itemsOf(own(schema, 'allOf')).flatMap((it) =>
    Array.from(requiredOf({ schema: it, definitions }, depth + 1)),
  );
  return new Set([...names, ...inner]);
}
