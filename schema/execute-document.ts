import { execute, type DocumentNode, type ExecutionResult } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import { forgetScopes } from './forget-scopes.ts';
import { schema } from './index.ts';
import type { Context } from './kernel/context.ts';

/** Compiling costs as much as some hundred executions, and most documents of a process are hardly ever run. */
export const usesBeforeCompiling = 20;

type Variables = Readonly<Record<string, unknown>>;

/**
 * Runs the only operation of one of our own documents, as `execute` of graphql-js does. A document that is often run is
 * compiled to code, so that no tree is walked each time. The resolvers and their checks are the same.
 *
 * Never run a client's document here: graphql-jit writes its literals into the code, and repeats its fragments.
 */
export async function executeDocument(
  contextValue: Context,
  document: DocumentNode,
  variableValues: Variables,
): Promise<ExecutionResult> {
  const compiled = await codeOf(document)?.query(undefined, contextValue, variableValues);
  // No data means refused variables. Nothing ran, and graphql-js has the words that clients know.
  const result =
    compiled?.data === undefined
      ? await execute({ schema, document, contextValue, variableValues })
      : (compiled as ExecutionResult);
  forgetScopes(contextValue);
  return result;
}

/** How often a document was run, or its code; null if it cannot be compiled. */
const known = new WeakMap<DocumentNode, number | CompiledQuery | null>();

function codeOf(document: DocumentNode): CompiledQuery | null {
  const found = known.has(document) ? known.get(document) : 0;
  if (typeof found !== 'number') return found ?? null;
  known.set(document, found < usesBeforeCompiling ? found + 1 : compile(document));
  return null;
}

function compile(document: DocumentNode): CompiledQuery | null {
  const query = compileQuery(schema, document);
  return isCompiledQuery(query) ? query : null;
}
