import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { DescribedOperation, DescribedSchema } from '../../kernel/ports/product-descriptions.ts';
import type { ForeignSchema } from '../../kernel/ports/json-schemas.ts';
import { isObject } from '../../values/foreign-values.ts';

const places = ['path', 'query', 'header'] as const;

type Content = { contentType: string; schema: DescribedSchema } | null;

const made = new WeakMap<DescribedOperation, Map<string, ForeignSchema>>();

/**
 * Returns one schema for the parameters and the body of a call, so that each finding points to `/query/limit` or
 * `/body/name`. The definitions of its parts have the same names for the same schemas.
 */
export function requestSchema(
  operation: DescribedOperation,
  content: Content,
  { digest, workspaceId: owner }: Pick<ApiProductVersion, 'digest' | 'workspaceId'>,
): ForeignSchema {
  const type = content?.contentType ?? '';
  const ofOperation = made.get(operation) ?? new Map<string, ForeignSchema>();
  made.set(operation, ofOperation);
  const known = ofOperation.get(type);
  if (known) return known;
  const key = `${digest.toString('base64')} ${operation.operationId} ${type}`;
  const whole = { key, owner, schema: wholeOf(operation, content) };
  ofOperation.set(type, whole);
  return whole;
}

/** Returns the schema of a body alone. */
export function bodySchema(
  { operationId }: DescribedOperation,
  { contentType, schema }: NonNullable<Content>,
  { digest, workspaceId: owner }: Pick<ApiProductVersion, 'digest' | 'workspaceId'>,
): ForeignSchema {
  return { key: `${digest.toString('base64')} ${operationId} body ${contentType}`, owner, schema };
}

function wholeOf({ parameters, body }: DescribedOperation, content: Content): object {
  const definitions = new Map<string, unknown>();
  const take = ({ $defs, ...schema }: DescribedSchema) => {
    for (const [name, definition] of Object.entries(isObject($defs) ? $defs : {}))
      // One that was left out for its size allows anything.
      if (!isAnything(definition) || !definitions.has(name)) definitions.set(name, definition);
    return schema;
  };
  const properties: [string, object][] = places.map((place) => {
    const here = parameters.filter((it) => it.in === place);
    const schemas = here.map(({ name, schema }) => [name, take(schema)] as const);
    const required = here.filter((it) => it.required).map(({ name }) => name);
    return [place, { properties: Object.fromEntries(schemas), required }];
  });
  if (content) properties.push(['body', take(content.schema)]);
  return {
    properties: Object.fromEntries(properties),
    required: body?.required ? ['body'] : [],
    $defs: Object.fromEntries(definitions),
  };
}

function isAnything(definition: unknown): boolean {
  return definition === true || (isObject(definition) && Object.keys(definition).length === 0);
}

/** Returns the media type of the body among those described: itself, its kind, or any. */
export function contentOf<One extends { contentType: string }>(
  contents: readonly One[],
  contentType: string,
): One | null {
  const [kind] = contentType.split('/', 1);
  const find = (type: string) => contents.find((it) => it.contentType === type);
  return find(contentType) ?? find(`${kind}/*`) ?? find('*/*') ?? null;
}
