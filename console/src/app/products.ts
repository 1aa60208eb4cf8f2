import { useAll, type All, type AllOptions } from './all.ts';
import {
  ProductOperationsDocument,
  PublishedVersionsDocument,
  type ProductOperationsQuery,
  type PublishedVersionsQuery,
} from './documents.generated.ts';

/** What every application may call, without an assignment. */
export const builtInProduct = 'sandbox@v1';

// oxfmt-ignore: a table
const builtInOperations = [
  {
    id: 'sandboxEcho',
    operationId: 'sandboxEcho',
    method: 'POST',
    path: '/v1/sandbox/echo',
    summary: 'Echo a message',
  },
  {
    id: 'sandboxValidate',
    operationId: 'sandboxValidate',
    method: 'POST',
    path: '/v1/sandbox/validate',
    summary: 'Validate a request',
  },
  {
    id: 'sandboxHealth',
    operationId: 'sandboxHealth',
    method: 'GET',
    path: '/v1/sandbox/health',
    summary: 'Read the health',
  },
];

type Node = NonNullable<ProductOperationsQuery['reference']>['operations']['edges'][number]['node'];

export interface OperationRow extends Pick<Node, 'operationId' | 'method' | 'path' | 'summary'> {
  /** Its id in the product, as the explorer, assignments and receipts use it. */
  id: string;
}

type Version = NonNullable<PublishedVersionsQuery['referenceChangelog']>['edges'][number]['node'];

/** Reads the published versions of all products, the last published first. */
export function usePublishedVersions(): All<Version> {
  return useAll(PublishedVersionsDocument, {}, ({ referenceChangelog }) => referenceChangelog);
}

/** Reads the names of the served majors, such as `shop@v1`, by name. */
export function useServedProducts(): All<string> {
  const all = usePublishedVersions();
  const served = all.rows?.filter(({ version: { status } }) => ['PUBLISHED', 'DEPRECATED'].includes(status));
  const names = served && new Set(served.map(({ name }) => name.replace(/\.\d+$/, '')));
  return { ...all, rows: names ? [...names].toSorted() : null };
}

/** Reads the operations of a served major, in the order of its document. */
export function useProductOperations(
  product: string,
  { policy }: Pick<AllOptions, 'policy'> = {},
): All<OperationRow> {
  const isBuiltIn = product === builtInProduct;
  const all = useAll(
    ProductOperationsDocument,
    { product },
    ({ reference }) => reference?.operations ?? null,
    { isPaused: isBuiltIn || product === '', ...(policy && { policy }) },
  );
  if (isBuiltIn) return { ...all, rows: builtInOperations };
  const rows = all.rows?.map((it) => ({ ...it, id: it.productOperationId ?? it.operationId }));
  return { ...all, rows: rows ?? null };
}
