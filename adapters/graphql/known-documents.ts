import { Kind, OperationTypeNode, execute, executeSync, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { FastPath } from '../fast/fast-path.ts';
import { schema } from '../../schema/index.ts';
import { isObject } from '../../schema/values/foreign-values.ts';
import { answerTypeOf } from './answer-type.ts';
import { graphqlPath } from './graphql-path.ts';
import { isIntrospection } from './introspection.ts';
import { presentErrors } from './present.ts';

/** For all documents. A tree takes about a hundred times the memory of its text. */
const maxCharacters = 200_000;
const maxOfOne = 10_000;
/** Cached answers of half a megabyte each: enough for a console, an editor and a code generator. */
const maxAnswers = 6;

interface Known {
  document: DocumentNode;
  /** The name of its only operation. */
  name: string | null;
  /** Whether the answer is the same for every caller, each time. */
  isIntrospection: boolean;
}

interface Payload {
  query: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
  /** Apollo Client names itself here. We read nothing of it. */
  extensions?: Record<string, unknown> | null;
}

/**
 * The queries that the ordinary path has run. They are parsed, valid and within the limits of documents,
 * which depend only on the text. Checks that depend on variables or on the caller run each time.
 */
export class KnownDocuments {
  readonly #documents = new LRUCache<string, Known>({
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
        const { query, variables = null, operationName = null } = body;
        const known = this.#documents.get(query);
        if (!known || (operationName !== null && operationName !== known.name)) return null;
        const { document } = known;
        const answer = this.#answers.get(query);
        if (answer !== undefined) return async () => answer;
        // Building the answer takes long, and the ordinary path yields to other requests.
        if (known.isIntrospection) return null;
        return async (contextValue) => {
          const result = await execute({ schema, document, contextValue, variableValues: variables });
          // No data means refused variables: nothing ran, and the ordinary path reports the reason.
          if (!('data' in result)) return null;
          const errors = result.errors && (await presentErrors(contextValue, result.errors, true));
          return JSON.stringify(errors ? { ...result, errors } : result);
        };
      },
    };
  }

  /** Returns the answer to a known operation that reads only the schema, else null. */
  storedAnswer(body: unknown): string | null {
    if (!isPayload(body)) return null;
    const known = this.#documents.get(body.query);
    const isAsked = known?.isIntrospection && [null, undefined, known.name].includes(body.operationName);
    return isAsked ? this.#answerOf(body.query, known.document) : null;
  }

  #answerOf(query: string, document: DocumentNode): string {
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
    const { body: query = '' } = document.loc?.source ?? {};
    const known = query !== '' && query.length <= maxOfOne ? knownOf(document) : null;
    if (known) this.#documents.set(query, known);
  }
}

function knownOf(document: DocumentNode): Known | null {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const [operation, ...others] = operations;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) return null;
  if (operation.operation !== OperationTypeNode.QUERY) return null;
  const name = operation.name?.value ?? null;
  return { document, name, isIntrospection: isIntrospection(document, operation) };
}

const fields: ReadonlySet<string> = new Set(['query', 'variables', 'operationName', 'extensions']);

function isPayload(body: unknown): body is Payload {
  if (!isObject(body) || !Object.keys(body).every((name) => fields.has(name))) return false;
  const { query, variables = null, operationName = null, extensions = null } = body;
  return (
    typeof query === 'string' &&
    (variables === null || isObject(variables)) &&
    (extensions === null || isObject(extensions)) &&
    (operationName === null || typeof operationName === 'string')
  );
}
