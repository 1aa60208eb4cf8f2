import { Refusal } from '../parts/refusal.ts';

/** One argument that a form can ask for. */
export interface Property {
  name: string;
  kind: 'choice' | 'flag' | 'integer' | 'json' | 'list' | 'number' | 'text';
  isRequired: boolean;
  hint: string | undefined;
  /** The values of a choice. */
  values: readonly string[];
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema | boolean>;
  required?: string[];
}

/** Returns the arguments of a schema, those that are required first. */
export function propertiesOf(inputSchema: unknown): Property[] {
  const { properties = {}, required = [] } = (inputSchema ?? {}) as Schema;
  return Object.entries(properties)
    .map(([name, given]) => {
      const schema = typeof given === 'object' ? given : {};
      const isRequired = required.includes(name);
      const values = (schema.enum ?? []).map(String);
      return { name, kind: kindOf(schema), isRequired, hint: shortened(schema.description), values };
    })
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** Returns the value of a field as the schema wants it. Throws a Refusal if JSON is needed and it is none. */
export function valueOf({ name, kind }: Property, text: string): unknown {
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
      return parsed(name, text);
    default:
      return text;
  }
}

function kindOf(schema: Schema): Property['kind'] {
  const type = Array.isArray(schema.type) ? schema.type.find((it) => it !== 'null') : schema.type;
  if (schema.enum?.every((it) => typeof it === 'string')) return 'choice';
  if (type === 'boolean') return 'flag';
  if (type === 'integer' || type === 'number') return type;
  if (type === 'array' && schema.items?.type === 'string') return 'list';
  return type === 'string' ? 'text' : 'json';
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal({
      code: 'validation_failed',
      message: `${name} is no JSON: ${(error as Error).message}.`,
      errors: [{ pointer: `/arguments/${name}`, message: 'must be JSON' }],
    });
  }
}

const longest = 160;

// Providers write whole manuals here.
function shortened(text: string | undefined): string | undefined {
  return text && text.length > longest ? `${text.slice(0, longest)}…` : text;
}
