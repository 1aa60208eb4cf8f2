type Schema = Readonly<Record<string, unknown>>;

/** Whether a value has only the required properties of a schema, or all of them. */
export type Extent = 'all' | 'required';

/** Thrown if no value was found that matches a schema. */
export class NoValue extends Error {
  override name = 'NoValue';
}

const maxDepth = 6;
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  email: 'somebody@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  uri: 'https://example.com/',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
};
const texts = ['text', 'a', '1', '1:2', '0f8fad5b', '2026-01-31', 'refs/heads/main', 'a/b', 'f'.repeat(40)];

/** Returns arguments that match an input schema, always the same ones. Throws NoValue. */
export function argumentsFor(schema: Schema, extent: Extent): Record<string, unknown> {
  const value = valueOf(schema, { root: schema, extent, depth: 0 });
  if (typeof value !== 'object' || value === null) throw new NoValue('The arguments are no object.');
  return value as Record<string, unknown>;
}

interface Place {
  root: Schema;
  extent: Extent;
  depth: number;
}

function valueOf(given: unknown, place: Place): unknown {
  if (given === false || place.depth > maxDepth) throw new NoValue('Nothing fits, or it has no end.');
  if (given === true || given === undefined) return 'text';
  const schema = given as Schema;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'].find((it) => it !== null);
  if (typeof schema['$ref'] === 'string')
    return valueOf(referred(schema['$ref'], place.root), { ...place, depth: place.depth + 1 });
  if (Array.isArray(schema['allOf'])) return valueOf(merged(schema, schema['allOf']), place);
  const choices = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(choices)) return firstOf(choices, schema, place);
  return ofType(schema, place);
}

function referred(pointer: string, root: Schema): unknown {
  const names = pointer
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((at, name) => (at as Schema | undefined)?.[name], root);
}

function merged(schema: Schema, parts: readonly Schema[]): Schema {
  const all = [without(schema, 'allOf'), ...parts];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map((it) => it['properties'])),
    required: all.flatMap((it) => (it['required'] as string[] | undefined) ?? []),
  };
}

function without(schema: Schema, ...keywords: string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

function firstOf(choices: readonly unknown[], schema: Schema, place: Place): unknown {
  const rest = without(schema, 'oneOf', 'anyOf');
  for (const choice of choices) {
    if (typeof choice !== 'object' || choice === null || (choice as Schema)['type'] === 'null') continue;
    try {
      return valueOf({ ...rest, ...choice }, place);
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
    }
  }
  throw new NoValue('None of the choices has a value.');
}

function ofType(schema: Schema, place: Place): unknown {
  const type = [schema['type']].flat().find((it) => it !== 'null');
  switch (type ?? (schema['properties'] ? 'object' : 'string')) {
    case 'object':
      return objectOf(schema, place);
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () =>
        valueOf(schema['items'], { ...place, depth: place.depth + 1 }),
      );
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return true;
    default:
      return textOf(schema);
  }
}

function objectOf(schema: Schema, { extent, ...place }: Place): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Schema;
  const required = (schema['required'] ?? []) as string[];
  const names = extent === 'all' ? [...new Set([...Object.keys(properties), ...required])] : required;
  const inner = { ...place, extent, depth: place.depth + 1 };
  return Object.fromEntries(names.map((name) => [name, valueOf(properties[name], inner)]));
}

function numberOf({ minimum, exclusiveMinimum, maximum, multipleOf = 1 }: Schema): number {
  const least = Number(minimum ?? Math.min(1, Number(maximum ?? 1)));
  const above = exclusiveMinimum === undefined ? least : Number(exclusiveMinimum) + Number(multipleOf);
  return Math.ceil(Math.max(least, above) / Number(multipleOf)) * Number(multipleOf);
}

function textOf({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): string {
  const known = typeof format === 'string' ? formats[format] : undefined;
  const candidates = known === undefined ? texts : [known, ...texts];
  const form = typeof pattern === 'string' ? new RegExp(pattern, 'u') : /^/;
  const found = candidates
    .map((text) => text.padEnd(Number(minLength), text))
    .find((text) => text.length <= Number(maxLength) && form.test(text));
  if (found === undefined) throw new NoValue(`No text fits ${form}.`);
  return found;
}
