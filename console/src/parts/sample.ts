import type { Schemas } from './properties.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  examples?: unknown[];
  example?: unknown;
  default?: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
  items?: unknown;
  allOf?: unknown[];
  oneOf?: unknown[];
  anyOf?: unknown[];
}

/** A schema may contain itself. */
const maxDepth = 6;

/** Returns a value to begin with, by the examples and types of a schema. It need not conform. */
export function sampleOf(given: unknown, schemas: Schemas, depth = 0): unknown {
  if (typeof given !== 'object' || given === null || depth > maxDepth) return null;
  const schema = given as Schema;
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  const inner = (it: unknown) => sampleOf(it, schemas, depth + 1);
  if (name !== undefined) return inner(schemas[name]);
  const stated = [schema.example, schema.examples?.[0], schema.default, schema.enum?.[0]];
  const found = stated.find((it) => it !== undefined);
  if (found !== undefined) return found;
  const [alternative] = schema.oneOf ?? schema.anyOf ?? [];
  if (alternative !== undefined) return inner(alternative);
  const type = Array.isArray(schema.type) ? schema.type.find((it) => it !== 'null') : schema.type;
  if (type === 'array') return [inner(schema.items)];
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  const parts = (schema.allOf ?? []).map(inner);
  const own = Object.entries(schema.properties ?? {}).map(([key, it]) => [key, inner(it)]);
  return Object.assign({}, ...parts, Object.fromEntries(own)) as unknown;
}
