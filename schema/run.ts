import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { GraphQLError, Kind, execute, validate, type DocumentNode } from 'graphql';
import { recordDenials } from './audit/deny.ts';
import type { Permission } from './access/permissions.ts';
import type { Context, Log } from './context.ts';
import { refusalOf, refuse, type Refusal } from './errors.ts';
import { schema } from './index.ts';

/**
 * Runs a typed document in process, as every adapter does. Returns its data whole or throws the first refusal;
 * refusals that matter have their audit entry by then.
 */
export async function run<Data, Variables extends Record<string, unknown>>(
  ctx: Context,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, errors } = await execute({ schema, document, contextValue: ctx, variableValues: variables });
  if (!errors?.[0]) return data as Data;
  await recordDenials(ctx, errors);
  throw settle(ctx.log, ctx.client.requestId, errors[0]);
}

/** What the caller is told of an error: a refusal as it is, anything unforeseen as `internal_error`, logged here. */
export function settle(log: Log, requestId: string, error: unknown): Refusal {
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  if (error instanceof GraphQLError && !error.originalError) return refuse('invalid_request', error.message);
  const cause = error instanceof GraphQLError ? error.originalError : error;
  log.error({ event: 'request.failed', requestId, error: cause });
  if (isUnavailable(cause))
    return refuse('service_unavailable', 'The database does not answer. Try again in a moment.', {
      cause,
      retryAfterSeconds: 2,
    });
  return refuse(
    'internal_error',
    'Something went wrong on our side. Quote the request id when you report it.',
    { cause },
  );
}

/** Throws unless the document is valid against the schema; for adapters, when they start. */
export function demandValid(document: DocumentNode, name: string): void {
  const [error] = validate(schema, document);
  if (error) throw new Error(`${name}: ${error.message}`);
}

/** The permissions a document's root fields declare, for API descriptions. */
export function permissionsOfDocument(document: DocumentNode): Permission[] {
  return rootFieldsOf(document).flatMap(({ can, canEither }) => [can ?? [], canEither ?? []].flat());
}

interface DeclaredScopes {
  can?: Permission;
  canEither?: readonly Permission[];
}

function rootFieldsOf(document: DocumentNode): DeclaredScopes[] {
  const scopes: DeclaredScopes[] = [];
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const root = schema.getRootType(definition.operation);
    for (const selection of definition.selectionSet.selections) {
      if (selection.kind !== Kind.FIELD) continue;
      const options = root?.getFields()[selection.name.value]?.extensions['pothosOptions'] as
        | { authScopes?: DeclaredScopes }
        | undefined;
      scopes.push(options?.authScopes ?? {});
    }
  }
  return scopes;
}

// PostgreSQL, appendix A: class 08 and 57P are connections that end or cannot begin.
function isUnavailable(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (name === 'KnexTimeoutError') return true;
  return typeof code === 'string' && /^(08|57P|53300|ECONN|EPIPE|ETIMEDOUT)/.test(code);
}
