import type { DescribedContent, DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { isJson } from './accept.ts';
import { successOf } from './answer.ts';
import { partOf, propertiesOf, typesOf } from './schema-types.ts';
import { parameterNames } from './template.ts';

/** What the sandbox keeps for a collection that can be created in and read from. */
export interface Resource {
  /** The answer of the operation that reads one object, which all objects conform to. */
  content: DescribedContent;
  read: DescribedOperation;
  /** The property that holds the id. */
  idName: string;
}

export type Deed = 'CREATE' | 'LIST' | 'READ' | 'REPLACE' | 'PATCH' | 'REMOVE';

/** An operation that works on a resource. */
export interface Role {
  deed: Deed;
  resource: Resource;
}

const lastParameter = /\/\{[^{}]*\}$/;
const deedsOfItem = { GET: 'READ', PUT: 'REPLACE', PATCH: 'PATCH', DELETE: 'REMOVE' } as const;

/**
 * Returns the operations of resources: where `POST /things` and `GET /things/{id}` are both described, those two, and
 * the others of the two paths.
 */
export function rolesOf(operations: readonly DescribedOperation[]): Map<DescribedOperation, Role> {
  const byShape = Map.groupBy(operations, ({ path }) => shapeOf(path));
  const roles = new Map<DescribedOperation, Role>();
  for (const [shape, ofItem] of byShape) {
    if (!lastParameter.test(shape)) continue;
    const ofCollection = byShape.get(shape.replace(lastParameter, '')) ?? [];
    const create = ofCollection.find(({ method }) => method === 'POST');
    const resource = resourceOf(ofItem.find(({ method }) => method === 'GET'));
    if (!create || !resource) continue;
    roles.set(create, { deed: 'CREATE', resource });
    const list = ofCollection.find(({ method }) => method === 'GET');
    if (list) roles.set(list, { deed: 'LIST', resource });
    for (const operation of ofItem) {
      const deed = Object.entries(deedsOfItem).find(([method]) => method === operation.method)?.[1];
      if (deed) roles.set(operation, { deed, resource });
    }
  }
  return roles;
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}

function resourceOf(read: DescribedOperation | undefined): Resource | null {
  if (!read) return null;
  const content = successOf(read)?.contents.find(({ contentType }) => isJson(contentType));
  if (!content?.schema || !typesOf(partOf(content.schema))?.has('object')) return null;
  const properties = propertiesOf(partOf(content.schema));
  const idName = [parameterNames(read.path).at(-1) ?? '', 'id'].find((name) => properties.has(name));
  return idName === undefined ? null : { content, read, idName };
}
