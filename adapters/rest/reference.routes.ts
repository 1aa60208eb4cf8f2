import { z } from 'zod';
import type { ReferenceAudience } from '../documents.generated.ts';
import * as documents from '../documents.generated.ts';
import { pageArgs, pageReply } from '../http/page.ts';
import { listOf, forwardQuery } from '../http/shapes/common.ts';
import {
  ChangelogEntry,
  ComparedQuery,
  OpenApiDocument,
  OperationsQuery,
  ReaderQuery,
  ReferenceChanges,
  ReferenceErrors,
  ReferenceOperation,
  ReferenceOperationDetail,
} from '../http/shapes/reference.ts';
import { route } from './route.ts';
import { yamlOf } from './yaml.ts';

const tag = 'API reference';

function readerOf({ audience, applicationId, product }: z.output<typeof ReaderQuery>) {
  return {
    audience: audience.toUpperCase() as ReferenceAudience,
    applicationId: applicationId ?? null,
    product: product ?? null,
  };
}

const download = {
  credential: 'session',
  tag,
  query: ReaderQuery,
  answer: OpenApiDocument,
  variables: ({ query }: { query: z.output<typeof ReaderQuery> }) => readerOf(query),
  reply: ({ document }: { document: unknown }) => document as z.input<typeof OpenApiDocument>,
} as const;

interface Entry<Version extends { id: string }> {
  name: string;
  version: Version;
}

function entryOf<Version extends { id: string }>({ name, version: { id, ...version } }: Entry<Version>) {
  return { name, versionId: id, ...version };
}

export const referenceRoutes = [
  route('GET', '/api/developer-portal/reference/openapi.json', documents.ReferenceDocument, {
    ...download,
    summary: 'Download the OpenAPI document for a reader, as JSON',
    text: { type: 'application/json; charset=utf-8', textOf: (document) => JSON.stringify(document) },
  }),
  route('GET', '/api/developer-portal/reference/openapi.yaml', documents.ReferenceDocument, {
    ...download,
    operationId: 'referenceYaml',
    summary: 'Download the OpenAPI document for a reader, as YAML',
    text: { type: 'application/yaml', textOf: yamlOf },
  }),
  route('GET', '/api/developer-portal/reference/operations', documents.ReferenceOperationsDocument, {
    credential: 'session',
    tag,
    summary: 'List the operations of the reference for a reader',
    query: OperationsQuery,
    answer: listOf(ReferenceOperation),
    variables: ({ query: { limit, cursor, ...reader } }) => ({
      ...readerOf(reader),
      ...pageArgs({ limit, cursor }),
    }),
    reply: ({ operations }) => pageReply(operations),
  }),
  route(
    'GET',
    '/api/developer-portal/reference/operations/:operationId',
    documents.ReferenceOperationDocument,
    {
      credential: 'session',
      tag,
      summary: 'Read one operation of the reference, with its own document and your calls',
      params: z.object({ operationId: z.string() }),
      query: ReaderQuery,
      answer: ReferenceOperationDetail,
      variables: ({ params, query }) => ({ ...params, ...readerOf(query) }),
      reply: ({ document, ...operation }) => ({
        ...operation,
        document: document as z.input<typeof OpenApiDocument>,
      }),
    },
  ),
  route('GET', '/api/developer-portal/reference/errors', documents.ReferenceErrorsDocument, {
    credential: 'session',
    tag,
    summary: 'List every refusal of the server',
    answer: ReferenceErrors,
    variables: () => ({}),
    reply: ({ errors }) => ({ data: errors }),
  }),
  route('GET', '/api/developer-portal/reference/diff', documents.ReferenceChangesDocument, {
    credential: 'session',
    tag,
    summary: 'Compare two published versions of an API product, with your calls of what changes',
    query: ComparedQuery,
    answer: ReferenceChanges,
    variables: ({ query }) => query,
    reply: (changes) => changes,
    errors: ['not_found'],
  }),
  route('GET', '/api/developer-portal/changelog', documents.ReferenceChangelogDocument, {
    credential: 'session',
    tag,
    summary: 'List the published versions of all API products, the last published first',
    query: forwardQuery,
    answer: listOf(ChangelogEntry),
    variables: ({ query }) => pageArgs(query),
    reply: (connection) => {
      const { data, page } = pageReply(connection);
      return { data: data.map(entryOf), page };
    },
  }),
];
