import { executeSync, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { FastPath, Run } from '../fast/fast-path.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { schema } from '../../schema/index.ts';
import { isObject } from '../../schema/values/foreign-values.ts';
import { answerTypeOf } from './answer-type.ts';
import { graphqlPath } from './graphql-path.ts';
import { KnownDocument } from './known-document.ts';
import { countFurther, knownOwnDocument } from './own-documents.ts';
import { presentErrors } from './present.ts';

/** For all documents. A tree takes about a hundred times the memory of its text. */
const maxCharacters = 200_000;
const maxOfOne = 10_000;
/** Cached answers of half a megabyte each: enough for a console, an editor and a code generator. */
const maxAnswers = 6;

interface Payload {
  /** The text of the document, unless it is one of the console's. */
  query?: string;
  /** The id of a document of the console. */
  documentId?: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
  /** Apollo Client names itself here. We read nothing of it. */
  extensions?: Record<string, unknown> | null;
}

/**
 * The queries that the ordinary path has run. They are parsed, valid and within the limits of documents,
 * which depend only on the text. Checks that depend on variables or on the caller run each time. The queries of the
 * console are known from the start.
 */
export class KnownDocuments {
  readonly #documents = new LRUCache<string, KnownDocument>({
    maxSize: maxCharacters,
    sizeCalculation: (_, query) => query.length,
    dispose: (_, query) => void this.#answers.delete(query),
  });
  readonly #answers = new LRUCache<string, string>({ max: maxAnswers });

  fastPath(bodyLimitBytes: number): FastPath {
    return {
      method: 'POST',
      bodyLimitBytes,
      path: graphqlPath,
      credential: (isShown) => (isShown ? 'session' : 'none'),
      isSandbox: false,
      contentType: answerTypeOf,
      prepare: (body) => {
        if (!isPayload(body)) return null;
        const { query, documentId, variables = null } = body;
        if (documentId !== undefined) return runOwn(knownOwnDocument(documentId), variables);
        const known = this.#asked(body);
        const answer = this.#answers.get(query ?? '');
        if (known && answer !== undefined) return async () => answer;
        // Building the answer takes long, and the ordinary path yields to other requests.
        if (!known || known.isIntrospection) return null;
        return async (ctx) => await textOf(known, ctx, variables);
      },
    };
  }

  /** Returns the answer to a known operation that reads only the schema, else null. */
  storedAnswer(body: unknown): string | null {
    const known = isPayload(body) ? this.#asked(body) : null;
    return known?.isIntrospection ? this.#answerOf(known.document) : null;
  }

  #asked({ query = '', operationName = null }: Payload): KnownDocument | null {
    const known = this.#documents.get(query);
    return known && (operationName === null || operationName === known.name) ? known : null;
  }

  #answerOf(document: DocumentNode): string {
    const query = textIn(document);
    const answer = this.#answers.get(query) ?? JSON.stringify(executeSync({ schema, document }));
    this.#answers.set(query, answer);
    return answer;
  }

  /** The number of characters of all cached documents. */
  get characters(): number {
    return this.#documents.calculatedSize;
  }

  /** Caches a document that ran, if it is a single query. */
  remember(document: DocumentNode): void {
    const query = textIn(document);
    const known =
      query !== '' && query.length <= maxOfOne ? KnownDocument.of(document, { isOwn: false }) : null;
    if (known) this.#documents.set(query, known);
  }
}

function textIn({ loc }: DocumentNode): string {
  return loc?.source.body ?? '';
}

/** Returns null for mutations and unknown documents. */
function runOwn(known: KnownDocument | null, variables: Record<string, unknown> | null): Run | null {
  if (!known) return null;
  return async (ctx) => {
    await countFurther(ctx, known.document, variables);
    return await textOf(known, { ...ctx, isOwnDocument: true }, variables);
  };
}

async function textOf(
  known: KnownDocument,
  ctx: Context,
  variables: Record<string, unknown> | null,
): Promise<string | null> {
  const { data, errors = [] } = await known.run(ctx, variables);
  // No data means refused variables: nothing ran, and the ordinary path reports the reason.
  if (data === undefined) return null;
  if (errors.length === 0) return JSON.stringify({ data });
  const presented = await presentErrors(ctx, errors, true);
  // Compiled code knows the places in the text, but not the nodes that they come from.
  const located = presented.map(({ message, path, extensions }, at) => {
    return { message, locations: errors[at]?.locations, path, extensions };
  });
  return JSON.stringify({ errors: located, data });
}

const fields: ReadonlySet<string> = new Set([
  'query',
  'documentId',
  'variables',
  'operationName',
  'extensions',
]);

function isPayload(body: unknown): body is Payload {
  if (!isObject(body) || !Object.keys(body).every((name) => fields.has(name))) return false;
  const { query, documentId, variables = null, operationName = null, extensions = null } = body;
  return (
    (documentId === undefined
      ? typeof query === 'string'
      : typeof documentId === 'string' && !('query' in body)) &&
    (variables === null || isObject(variables)) &&
    (extensions === null || isObject(extensions)) &&
    (operationName === null || typeof operationName === 'string')
  );
}
