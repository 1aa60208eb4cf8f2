import { textOf } from './form.tsx';
import { Refusal } from './refusal.ts';

/** One value that a form can ask for. */
export interface Property {
  name: string;
  kind: 'choice' | 'flag' | 'integer' | 'json' | 'list' | 'number' | 'text';
  isRequired: boolean;
  hint: string | undefined;
  /** The values of a choice. */
  values: readonly string[];
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  description?: string;
  items?: Schema;
  properties?: Record<string, unknown>;
  required?: string[];
}

/** The schemas that a document of OpenAPI refers to, by name. */
export type Schemas = Readonly<Record<string, unknown>>;

/** Returns the properties of an object’s schema, those that are required first. */
export function propertiesOf(given: unknown, schemas: Schemas = {}): Property[] {
  const { properties = {}, required = [] } = schemaOf(given, schemas);
  return Object.entries(properties)
    .map(([name, schema]) => propertyOf({ name, schema, isRequired: required.includes(name) }, schemas))
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** Returns how a form asks for one value. */
export function propertyOf(
  { name, schema: given, isRequired }: { name: string; schema: unknown; isRequired: boolean },
  schemas: Schemas = {},
): Property {
  const schema = schemaOf(given, schemas);
  const values = (schema.enum ?? []).map(String);
  return { name, kind: kindOf(schema, schemas), isRequired, hint: shortened(schema.description), values };
}

/** Returns the values of a form’s fields as their schemas want them; empty ones are left out. */
export function valuesOf(
  form: FormData,
  group: string,
  properties: readonly Property[],
): Record<string, unknown> {
  return Object.fromEntries(
    properties.flatMap((property) => {
      const text = textOf(form, `${group}/${property.name}`);
      return text === undefined ? [] : [[property.name, valueOf(group, property, text)]];
    }),
  );
}

function valueOf(group: string, { name, kind }: Property, text: string): unknown {
  switch (kind) {
    case 'flag':
      return text === 'true';
    case 'integer':
    case 'number':
      return Number(text);
    case 'list':
      return text
        .split(/[,\n]/)
        .map((it) => it.trim())
        .filter(Boolean);
    case 'json':
      return parsed(group, name, text);
    default:
      return text;
  }
}

// A reference that leads to another is rare, and one that leads to itself ends here.
function schemaOf(given: unknown, schemas: Schemas): Schema {
  const schema = (typeof given === 'object' && given !== null ? given : {}) as Schema;
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  const { $ref: _reference, ...rest } = schema;
  return name === undefined ? schema : { ...(schemas[name] as Schema | undefined), ...rest };
}

function kindOf(schema: Schema, schemas: Schemas): Property['kind'] {
  const type = Array.isArray(schema.type) ? schema.type.find((it) => it !== 'null') : schema.type;
  if (schema.enum?.every((it) => typeof it === 'string')) return 'choice';
  if (type === 'boolean') return 'flag';
  if (type === 'integer' || type === 'number') return type;
  if (type === 'array' && schemaOf(schema.items, schemas).type === 'string') return 'list';
  return type === 'string' ? 'text' : 'json';
}

function parsed(group: string, name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal({
      code: 'validation_failed',
      message: `${name} is no JSON: ${(error as Error).message}.`,
      errors: [{ pointer: `/${group}/${name}`, message: 'must be JSON' }],
    });
  }
}

const longest = 160;

// Providers write whole manuals here.
function shortened(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
