import type { OpenApiDocument } from '../../kernel/ports/api-description.ts';
import { isObject, itemsOf, own, wordOf } from '../../values/foreign-values.ts';
import type { OperationUse } from './use.ts';
import type { WhyNot } from './why-not.ts';

/** One operation of a document of the reference. */
export interface ReferenceOperation {
  operationId: string;
  /** In upper case. */
  method: string;
  path: string;
  summary: string;
  /** Such as `shop@v1`; null for the server’s own API. */
  product: string | null;
  /** The id in the document of the product; null for the server’s own API. */
  productOperationId: string | null;
  /** Null if the document does not say what its reader may call. */
  isCallable: boolean | null;
  whyNot: WhyNot | null;
  isCallableLive: boolean | null;
  whyNotLive: WhyNot | null;
  /** The document that it is of. */
  document: OpenApiDocument;
  /** The application that the document is for; null for none. */
  applicationId: string | null;
  /** The use of a product, read once for all operations of the document. */
  useOf: UseOf;
}

type UseOf = (product: string, read: () => Promise<Use>) => Promise<Use>;
/** By id in the product; null if the reader may not know it. */
type Use = ReadonlyMap<string, OperationUse> | null;

/** Returns the operations of a document, in its order. */
export function operationsIn(document: OpenApiDocument, applicationId: string | null): ReferenceOperation[] {
  const useOf = onceForEach();
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, stated]) => {
      const operationId = wordOf(own(stated, 'operationId'));
      if (!operationId) return [];
      const common = { operationId, method: method.toUpperCase(), path, document, applicationId, useOf };
      return [{ ...common, ...factsOf(stated) }];
    }),
  );
}

function onceForEach(): UseOf {
  const known = new Map<string, Promise<Use>>();
  return async (product, read) => {
    const use = known.get(product) ?? read();
    known.set(product, use);
    return await use;
  };
}

function factsOf(stated: unknown) {
  return {
    summary: wordOf(own(stated, 'summary')),
    product: wordOf(own(stated, 'x-product')) || null,
    productOperationId: wordOf(own(stated, 'x-operation-id')) || null,
    isCallable: (own(stated, 'x-callable') ?? null) as boolean | null,
    whyNot: (own(stated, 'x-why-not') ?? null) as WhyNot | null,
    isCallableLive: (own(stated, 'x-callable-live') ?? null) as boolean | null,
    whyNotLive: (own(stated, 'x-why-not-live') ?? null) as WhyNot | null,
  };
}

/** Returns the document of one operation alone, with the components that it refers to. */
export function documentOf({ document, path, method }: ReferenceOperation): OpenApiDocument {
  const { openapi, info, servers, components } = document;
  const { servers: here = servers, [method.toLowerCase()]: stated } = document.paths[path] ?? {};
  return {
    openapi,
    info,
    servers: here,
    paths: { [path]: { [method.toLowerCase()]: stated } },
    components: {
      schemas: schemasFor(stated, components.schemas),
      securitySchemes: Object.fromEntries(
        schemesOf(stated).map((name) => [name, components.securitySchemes[name]]),
      ),
    },
  };
}

function schemesOf(stated: unknown): string[] {
  return itemsOf(own(stated, 'security')).flatMap((one) => (isObject(one) ? Object.keys(one) : []));
}

const toSchema = '#/components/schemas/';

/** Returns the schemas that a part refers to, directly or through others. */
export function schemasFor(stated: unknown, all: Record<string, unknown>): Record<string, unknown> {
  const names = new Set(namesIn(stated));
  // A set yields what is added while it is read.
  for (const name of names) for (const further of namesIn(all[name])) names.add(further);
  return Object.fromEntries(
    [...names].flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]]] : [])),
  );
}

function namesIn(value: unknown): string[] {
  const names: string[] = [];
  withReferences(value, (name) => {
    names.push(name);
    return name;
  });
  return names;
}

/** Copies a part of a document, with another name in each reference to a schema. */
export function withReferences(value: unknown, nameOf: (name: string) => string): unknown {
  const within = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(within);
    if (typeof inner === 'string' && inner.startsWith(toSchema))
      return toSchema + nameOf(inner.slice(toSchema.length));
    if (!isObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, member]) => [key, within(member)]));
  };
  return within(value);
}
