/** The OpenAPI document, as far as the reference reads it. Every member may be missing. */
export interface Description {
  info?: { title?: string; version?: string; description?: string; license?: { name?: string } };
  servers?: Server[];
  paths?: Record<string, Record<string, DescribedOperation>>;
  webhooks?: Record<string, { post?: DescribedOperation }>;
  components?: {
    schemas?: Record<string, Schema>;
    securitySchemes?: Record<string, { description?: string }>;
  };
}

export interface Server {
  url: string;
}

export interface DescribedOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  servers?: Server[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Record<string, Media> };
  responses?: Record<string, Response>;
  'x-required-permission'?: string;
  'x-required-scope'?: string;
  'x-error-codes'?: string[];
}

export interface Parameter {
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface Media {
  schema?: Schema;
  example?: unknown;
}

export interface Response {
  description?: string;
  content?: Record<string, Media>;
}

/** JSON Schema 2020-12, as far as tables show it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** A reference leads to another at most this often, so that a circle of them ends. */
const mostSteps = 20;

/** Returns what a local reference leads to, or the part itself if it is none; `{}` if there is nothing. */
export function resolved<Part extends object>(description: Description, part: Part): Part {
  let found: unknown = part;
  for (let step = 0; step < mostSteps; step += 1) {
    const ref = referenceIn(found);
    if (ref === null) return (typeof found === 'object' && found !== null ? found : {}) as Part;
    found = target(description, ref);
  }
  return {} as Part;
}

function referenceIn(part: unknown): string | null {
  const isReference = typeof part === 'object' && part !== null && '$ref' in part;
  return isReference && typeof part.$ref === 'string' ? part.$ref : null;
}

function target(description: Description, ref: string): unknown {
  const keys = ref.startsWith('#/') ? ref.slice(2).split('/') : [];
  return keys.reduce((value: unknown, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isThere ? (value as Record<string, unknown>)[name] : undefined;
  }, description);
}
