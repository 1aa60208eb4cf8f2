import { Kind, OperationTypeNode, execute, executeSync, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { FastPath } from '../fast/fast-path.ts';
import { schema } from '../../schema/index.ts';
import { isObject } from '../../schema/values/foreign-values.ts';
import { graphqlPath } from './graphql-path.ts';
import { isIntrospection } from './introspection.ts';
import { presentErrors } from './present.ts';

/** Of all of them together. A tree takes some hundred times what its text does; a client has a few dozen of some hundred characters. */
const maxCharacters = 200_000;
const maxOfOne = 10_000;
/** Answers about the schema, of half a megabyte each: a console, an editor and a code generator have one each. */
const maxAnswers = 6;

interface Known {
  document: DocumentNode;
  /** That of its one operation. */
  name: string | null;
  /** Whether everybody gets the same answer, each time. */
  isIntrospection: boolean;
}

interface Payload {
  query: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
}

/**
 * The queries that the ordinary way has run: those are parsed, valid and within the limits of documents, which are about their
 * text alone. What depends on variables or on who asks is judged each time they are run.
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
      contentType: 'application/json; charset=utf-8',
      prepare: (body) => {
        if (!isPayload(body)) return null;
        const { query, variables = null, operationName = null } = body;
        const known = this.#documents.get(query);
        if (!known || (operationName !== null && operationName !== known.name)) return null;
        const { document } = known;
        const answer = this.#answers.get(query);
        if (answer !== undefined) return async () => answer;
        // To make it takes long, and the ordinary way lets others between.
        if (known.isIntrospection) return null;
        return async (contextValue) => {
          const result = await execute({ schema, document, contextValue, variableValues: variables });
          // Where the variables were refused nothing ran, and the ordinary way says why.
          if (!('data' in result)) return null;
          const errors = result.errors && (await presentErrors(contextValue, result.errors, true));
          return JSON.stringify(errors ? { ...result, errors } : result);
        };
      },
    };
  }

  /** The answer to a known operation that reads nothing but the schema. */
  keptAnswer(body: unknown): string | null {
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

  /** How much text is kept. */
  get characters(): number {
    return this.#documents.calculatedSize;
  }

  /** Adds a document that was run. */
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

const fields: ReadonlySet<string> = new Set(['query', 'variables', 'operationName']);

function isPayload(body: unknown): body is Payload {
  if (!isObject(body) || !Object.keys(body).every((name) => fields.has(name))) return false;
  const { query, variables = null, operationName = null } = body;
  return (
    typeof query === 'string' &&
    (variables === null || isObject(variables)) &&
    (operationName === null || typeof operationName === 'string')
  );
}
