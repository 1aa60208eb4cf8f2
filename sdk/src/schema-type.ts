/** A JSON Schema 2020-12. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const toSchema = '#/components/schemas/';

/** Returns the TypeScript type of the values that a schema allows, or a wider one. */
export function schemaType(schema: Schema): string {
  if (schema === false) return 'never';
  if (schema === true) return 'unknown';
  const parts = [
    ...('$ref' in schema ? [referenceType(schema['$ref'])] : []),
    ...('const' in schema ? [literal(schema['const'])] : []),
    ...alternatives(schema['enum'], literal),
    ...alternatives(schema['anyOf'], (inner) => schemaType(inner as Schema)),
    ...alternatives(schema['oneOf'], (inner) => schemaType(inner as Schema)),
    ...list(schema['allOf']).map((inner) => schemaType(inner as Schema)),
    ...('const' in schema || 'enum' in schema ? [] : shapeTypes(schema)),
  ].filter((part) => part !== 'unknown');
  if (parts.length === 0) return 'unknown';
  return parts.length === 1 ? (parts[0] ?? 'unknown') : `(${parts.map(grouped).join(' & ')})`;
}

function referenceType(reference: unknown): string {
  const text = typeof reference === 'string' ? reference : '';
  return text.startsWith(toSchema)
    ? `components["schemas"][${JSON.stringify(text.slice(toSchema.length))}]`
    : 'unknown';
}

/** Returns a union as one part; none without alternatives. */
function alternatives(value: unknown, typeOf: (one: unknown) => string): string[] {
  const types = [...new Set(list(value).map(typeOf))];
  return types.length === 0
    ? []
    : [types.length === 1 ? (types[0] ?? '') : `(${types.map(grouped).join(' | ')})`];
}

/** A value that is no primitive has only its kind. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return 'unknown[]';
  return typeof value === 'object' && value !== null ? 'Record<string, unknown>' : JSON.stringify(value);
}

function shapeTypes(schema: Exclude<Schema, boolean>): string[] {
  const stated = [schema['type']].flat().filter((type) => typeof type === 'string');
  const implied = stated.length > 0 ? stated : impliedTypes(schema);
  const types = implied.map((type) => {
    if (type === 'object') return objectType(schema);
    return type === 'array' ? arrayType(schema) : (plain[type] ?? 'unknown');
  });
  return types.length === 0 ? [] : [alternatives(types, String)[0] ?? 'unknown'];
}

// A schema with properties but no type allows other values too, which no client means.
function impliedTypes(schema: Exclude<Schema, boolean>): string[] {
  if ('properties' in schema) return ['object'];
  return 'items' in schema || 'prefixItems' in schema ? ['array'] : [];
}

function objectType({ properties, required, additionalProperties = true }: Exclude<Schema, boolean>): string {
  const names = list(required);
  const members = Object.entries((properties ?? {}) as Record<string, Schema>).map(
    ([name, inner]) => `${JSON.stringify(name)}${names.includes(name) ? '' : '?'}: ${schemaType(inner)}`,
  );
  if (members.length === 0)
    return additionalProperties === false
      ? 'Record<string, never>'
      : `Record<string, ${schemaType(additionalProperties as Schema)}>`;
  const isOpen = typeof additionalProperties === 'object' && additionalProperties !== null;
  // TypeScript holds an index signature against the named members too, so theirs is wider.
  return `{ ${[...members, ...(isOpen ? ['[name: string]: unknown'] : [])].join('; ')} }`;
}

function arrayType({ items = true, prefixItems }: Exclude<Schema, boolean>): string {
  const rest = schemaType(items as Schema);
  const first = list(prefixItems).map((inner) => `(${schemaType(inner as Schema)})?`);
  if (first.length === 0) return `${grouped(rest)}[]`;
  return `[${[...first, ...(items === false ? [] : [`...${grouped(rest)}[]`])].join(', ')}]`;
}

function grouped(type: string): string {
  return /[|&]/.test(type) && !type.startsWith('(') ? `(${type})` : type;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
