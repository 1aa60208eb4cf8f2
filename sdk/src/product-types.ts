import { schemaType, type Schema } from './schema-type.ts';

/** An OpenAPI 3.1 document, as far as the types need it. */
export interface ProductDocument {
  paths: Record<string, unknown>;
  components?: { schemas?: Record<string, Schema> };
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
  content?: Content;
}
type Content = Record<string, { schema?: Schema }>;

interface Operation {
  summary?: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * Writes the TypeScript types of an API product, from its document in the reference of the server. They have the form
 * that `createProductClient` and openapi-fetch need: `paths`, and `components` with the schemas.
 */
export function productTypes({ paths, components }: ProductDocument): string {
  const lines = [
    '// Written from the OpenAPI document. Write it again when the product changes.',
    'export interface paths {',
    ...Object.entries(paths).map(([path, item]) => `  ${JSON.stringify(path)}: ${pathType(item)};`),
    '}',
    'export interface components {',
    '  schemas: {',
    ...Object.entries(components?.schemas ?? {}).map(
      ([name, schema]) => `    ${JSON.stringify(name)}: ${schemaType(schema)};`,
    ),
    '  };',
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function pathType(item: unknown): string {
  const stated = item as Partial<Record<string, Operation>>;
  const members = methods.map((method) => {
    const operation = stated[method];
    return operation ? `${comment(operation)}${method}: ${operationType(operation)}` : `${method}?: never`;
  });
  return `{ ${members.join('; ')} }`;
}

function comment({ summary, deprecated }: Operation): string {
  const text = [summary, deprecated && '@deprecated'].filter(Boolean).join(' ');
  return text ? `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */ ` : '';
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const body = requestBody
    ? `requestBody${requestBody.required ? '' : '?'}: { content: ${contentType(requestBody.content)} }`
    : 'requestBody?: never';
  const answers = Object.entries(responses).map(
    ([status, { content }]) =>
      `${statusKey(status)}: { headers: Record<string, unknown>; content${content ? '' : '?'}: ${content ? contentType(content) : 'never'} }`,
  );
  return `{ parameters: ${parametersType(parameters)}; ${body}; responses: { ${answers.join('; ')} } }`;
}

function parametersType(parameters: readonly Parameter[]): string {
  const places = ['path', 'query', 'header', 'cookie'].map((place) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return `${place}?: never`;
    const isRequired = here.some(({ required }) => required === true);
    const members = here.map(
      (parameter) =>
        `${JSON.stringify(parameter.name)}${parameter.required ? '' : '?'}: ${schemaType(schemaOf(parameter))}`,
    );
    return `${place}${isRequired ? '' : '?'}: { ${members.join('; ')} }`;
  });
  return `{ ${places.join('; ')} }`;
}

function schemaOf({ schema, content }: Parameter): Schema {
  return schema ?? Object.values(content ?? {})[0]?.schema ?? true;
}

function contentType(content: Content): string {
  const members = Object.entries(content).map(
    ([type, { schema = true }]) => `${JSON.stringify(type)}: ${schemaType(schema)}`,
  );
  return `{ ${members.join('; ')} }`;
}

function statusKey(status: string): string {
  return /^\d+$/.test(status) ? status : JSON.stringify(status);
}
