import { propertyOf, type Property, type Schemas } from './properties.ts';

/** What a document of one operation says of a body. */
export interface Media {
  type: string;
  schema: unknown;
  example: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  isRequired: boolean;
  description: string;
  schema: unknown;
  /** How a form asks for it. */
  property: Property;
}

export interface OperationAnswer {
  status: string;
  description: string;
  media: readonly Media[];
  /** Whether the server adds it to every operation of a product. */
  isOfServer: boolean;
}

export interface DescribedOperation {
  description: string;
  /** The address that calls it. */
  url: string;
  /** The permission or scope that it needs; empty for none. */
  needs: string;
  parameters: readonly Parameter[];
  /** Null if it takes no body. */
  body: { isRequired: boolean; media: readonly Media[] } | null;
  answers: readonly OperationAnswer[];
  schemas: Schemas;
}

type Stated = Readonly<Record<string, unknown>>;

/** Reads the OpenAPI document of a single operation. */
export function operationIn(document: unknown, { path, method }: { path: string; method: string }) {
  const { paths, components, servers } = objectOf(document);
  const stated = objectOf(objectOf(objectOf(paths)[path])[method.toLowerCase()]);
  const schemas: Schemas = objectOf(objectOf(components)['schemas']);
  const body = stated['requestBody'] === undefined ? null : objectOf(stated['requestBody']);
  const operation: DescribedOperation = {
    description: textAt(stated, 'description'),
    url: `${textAt(objectOf(listOf(servers)[0]), 'url')}${path}`,
    needs: textAt(stated, 'x-required-permission') || textAt(stated, 'x-required-scope'),
    parameters: listOf(stated['parameters']).map((it) => parameterOf(objectOf(it), schemas)),
    body: body && { isRequired: body['required'] === true, media: mediaOf(body['content']) },
    answers: Object.entries(objectOf(stated['responses'])).map(([status, it]) => answerOf(status, it)),
    schemas,
  };
  return operation;
}

function parameterOf(stated: Stated, schemas: Schemas): Parameter {
  const name = textAt(stated, 'name');
  const isRequired = stated['required'] === true;
  const [media] = mediaOf(stated['content']);
  const schema = stated['schema'] ?? media?.schema;
  const description = textAt(stated, 'description');
  const property = propertyOf({ name, schema, isRequired }, schemas);
  return {
    name,
    in: textAt(stated, 'in'),
    isRequired,
    description,
    schema,
    property: { ...property, hint: property.hint ?? (description || undefined) },
  };
}

function answerOf(status: string, given: unknown): OperationAnswer {
  const stated = objectOf(given);
  const media = mediaOf(stated['content']);
  const isOfServer = media.some(({ schema }) =>
    /^#\/components\/schemas\/Sallyport_*\.Problem$/.test(textAt(objectOf(schema), '$ref')),
  );
  return { status, description: textAt(stated, 'description'), media, isOfServer };
}

function mediaOf(content: unknown): Media[] {
  return Object.entries(objectOf(content)).map(([type, it]) => {
    const { schema, example } = objectOf(it);
    return { type, schema, example };
  });
}

function objectOf(value: unknown): Stated {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stated) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textAt(stated: Stated, name: string): string {
  const value = stated[name];
  return typeof value === 'string' ? value : '';
}
