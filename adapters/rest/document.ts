import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { errorTable, type ErrorCode } from '../../schema/values/error-table.ts';
import { permissionRequired, refuse, workspaceAccessDenied } from '../../schema/values/errors.ts';
import { permissionsOfDocument } from '../../schema/run.ts';
import { codesOf } from './openapi.ts';
import { problemOf } from '../../schema/values/problem.ts';
import type { Route } from './route.ts';

/** JSON Schema, as far as this file reads it. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  examples?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
type Schemas = Record<string, Schema>;

interface Media {
  schema?: Schema;
  example?: unknown;
}

interface Operation {
  operationId: string;
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

// zod repeats `format` and `type`: as patterns of dates and addresses, and bounds of integers.
const zodToJsonConfig = {
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    if (jsonSchema['format'] !== undefined) delete jsonSchema['pattern'];
    if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
    if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  },
};

export const transform = createJsonSchemaTransform({ zodToJsonConfig });

/** Returns the function that makes the description easier to use for people and code generators. */
export function transformObjectFor(rows: readonly Route[]) {
  const base = createJsonSchemaTransformObject({ zodToJsonConfig });
  return (input: Parameters<typeof base>[0]): ReturnType<typeof base> => {
    const described = nameOnce(base(input));
    const document: Document = described as never;
    for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      const row = rows.find(({ operationId }) => operationId === operation.operationId);
      if (operation.requestBody && row?.body?.safeParse(undefined).success)
        operation.requestBody.required = false;
      for (const media of mediaOf(operation)) addExample(media, document.components.schemas);
      if (row) addProblems(operation, row);
    }
    return described;
  };
}

/** The library writes each shape for input and output. Each of ours has one use, so one name is enough. */
function nameOnce<T extends object>(document: T): T {
  const text = JSON.stringify(document);
  const asInput = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)Input"/g)].map(([, name]) => name));
  const one = JSON.parse(text.replaceAll(/(#\/components\/schemas\/\w+)Input"/g, '$1"')) as Document;
  const { schemas } = one.components;
  for (const name of Object.keys(schemas).filter((key) => key.endsWith('Input'))) {
    const output = name.slice(0, -'Input'.length);
    const schema = schemas[name];
    if (schema && asInput.has(output)) schemas[output] = schema;
    delete schemas[name];
  }
  return one as unknown as T;
}

function mediaOf({ requestBody, responses }: Operation): Media[] {
  const contents = [requestBody, ...Object.values(responses)].map((part) => part?.content ?? {});
  return contents.flatMap((content) => Object.values(content));
}

function addExample(media: Media, schemas: Schemas): void {
  if (media.schema) media.example = exampleOf(media.schema, schemas);
}

/** Gives each error status an example with the first of its codes. */
function addProblems({ responses }: Operation, row: Route): void {
  for (const code of codesOf(row).toReversed()) {
    const [status, title] = errorTable[code];
    const media = responses[status]?.content?.['application/problem+json'];
    const message = sentences[code]?.(row) ?? `${title}.`;
    if (media) media.example = problemOf(refuse(code, message), 'req_01kaf5m2jcexxt5s6f3yq4z8rd');
  }
}

// spec §7: the documented sentences
const sentences: Partial<Record<ErrorCode, (row: Route) => string>> = {
  workspace_access_denied: () => workspaceAccessDenied().message,
  permission_required: ({ document }) => permissionRequired(permissionsOfDocument(document)[0] ?? '').message,
};

const moment = '2026-11-20T09:00:00.000Z';

/** Builds an example from the examples of the parts. */
function exampleOf(schema: Schema, schemas: Schemas): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  if (schema.anyOf) return exampleOfUnion(schema.anyOf, schemas);
  if (schema.enum) return schema.enum[0];
  if (schema.properties) return mapValues(schema.properties, (property) => exampleOf(property, schemas));
  if (schema.items) return [exampleOf(schema.items, schemas)];
  if (schema.format === 'date-time') return moment;
  const types = [schema.type ?? 'object'].flat();
  if (types.includes('null')) return null;
  return { string: 'text', integer: 1, number: 1, boolean: true, array: [] }[types[0] ?? ''] ?? {};
}

// In most answers, the time of a future event is null, and so is a nullable value without an example.
function exampleOfUnion(options: Schema[], schemas: Schemas): unknown {
  const telling = options.find((option) => option.examples ?? option.$ref ?? option.properties);
  const shows = telling && telling.format !== 'date-time';
  if (!shows && options.some(({ type }) => type === 'null')) return null;
  return exampleOf(telling ?? options[0] ?? {}, schemas);
}

function mapValues<In, Out>(record: Record<string, In>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
