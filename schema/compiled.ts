import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode, ExecutionResult } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import { recordDenials } from './records/audit/deny.ts';
import { toRefusal } from './kernel/to-refusal.ts';
import type { Context } from './kernel/context.ts';
import { schema } from './index.ts';

/** Returns the whole data, or null if any part was refused; it records no denial. */
type Compiled<Data, Variables> = (ctx: Context, variables: Variables) => Promise<Data | null>;

/**
 * Compiles one of our own queries to code, so that no tree is walked at each call. The resolvers and their
 * checks are the same. Errors would read differently, so the result is null: call `run` for the refusal.
 */
export function compiled<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
): Compiled<Data, Variables> {
  return async (ctx, variables) => {
    const code = codeOf(document);
    const result: ExecutionResult = await code.query(undefined, { ...ctx, isOwnDocument: true }, variables);
    return result.errors ? null : (result.data as Data);
  };
}

/**
 * Runs one of our own documents as `run` does, but compiled. For documents that are called often, and whose refusals
 * must not run a second time.
 */
export async function runCompiled<Data, Variables extends Record<string, unknown>>(
  ctx: Context,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const contextValue: Context = { ...ctx, isOwnDocument: true };
  const result: ExecutionResult = await codeOf(document).query(undefined, contextValue, variables);
  const [error] = result.errors ?? [];
  if (!error) return result.data as Data;
  await recordDenials(ctx, result.errors ?? []);
  throw toRefusal(ctx.log, ctx.client.requestId, error);
}

/** Compiled on first use, because most routes of a process are never called. */
const codes = new WeakMap<DocumentNode, CompiledQuery>();

function codeOf(document: DocumentNode): CompiledQuery {
  const known = codes.get(document);
  if (known) return known;
  const query = compileQuery(schema, document);
  if (!isCompiledQuery(query)) throw new Error('A document could not be compiled.', { cause: query });
  codes.set(document, query);
  return query;
}
