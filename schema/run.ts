import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  GraphQLError,
  Kind,
  execute,
  validate,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { recordDenials } from './audit/deny.ts';
import type { Permission } from './access/permissions.ts';
import { missingIn } from './coercion.ts';
import type { Context } from './context.ts';
import { refusalOf, refuse, validationFailed, type Refusal } from './errors.ts';
import { schema } from './index.ts';
import type { Log } from './ports.ts';

/**
 * Runs a typed document in process, as every adapter does. Returns its data whole or throws the first refusal;
 * refusals that matter have their audit entry by then, with what the caller `named` where the variables may not hold it.
 */
export async function run<Data, Variables extends Record<string, unknown>>(
  ctx: Context,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  named?: object,
): Promise<Data> {
  const contextValue: Context = { ...ctx, isOwnDocument: true };
  const { data, errors } = await execute({ schema, document, contextValue, variableValues: variables });
  if (!errors?.[0]) return data as Data;
  await recordDenials(ctx, errors, named);
  throw settle(ctx.log, ctx.client.requestId, errors[0]);
}

/** What the caller is told of an error: a refusal as it is, anything unforeseen as `internal_error`, logged here. */
export function settle(log: Log, requestId: string, error: unknown): Refusal {
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  const cause = causeOf(error);
  if (cause instanceof GraphQLError) {
    const finding = missingIn(error as GraphQLError);
    if (finding) return validationFailed([finding]);
    return refuse('invalid_request', messageOf(error as GraphQLError), { cause });
  }
  if (isUnstorable(cause))
    return refuse(
      'invalid_request',
      'A text holds the character U+0000, which cannot be kept. Leave it out.',
    );
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

function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

// A refused variable wraps what graphql says of the value, with guesses that no validation rule can turn off.
function messageOf({ message, originalError }: GraphQLError): string {
  return originalError ? message.replace(/ Did you mean .*\?$/s, '') : message;
}

/** Throws unless the document is valid against the schema; for adapters, when they start. */
export function demandValid(document: DocumentNode, name: string): void {
  const [error] = validate(schema, document);
  if (error) throw new Error(`${name}: ${error.message}`);
}

/** The permissions a document's root fields declare, for API descriptions. */
export function permissionsOfDocument(document: DocumentNode): Permission[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? permissionsOfOperation(definition) : [],
  );
}

/** The same of one operation. Fields behind fragments are not looked for. */
export function permissionsOfOperation(operation: OperationDefinitionNode): Permission[] {
  return scopesOfOperation(operation).flatMap(({ can, canEither }) => [can ?? [], canEither ?? []].flat());
}

/** Whether the document is for signed-in persons alone, for API descriptions. */
export function isForPeople({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (it) => it.kind === Kind.OPERATION_DEFINITION && scopesOfOperation(it).some(({ signedIn }) => signedIn),
  );
}

function scopesOfOperation({ operation, selectionSet }: OperationDefinitionNode): DeclaredScopes[] {
  const root = schema.getRootType(operation);
  return selectionSet.selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) return [];
    const options = root?.getFields()[selection.name.value]?.extensions['pothosOptions'] as
      | { authScopes?: DeclaredScopes }
      | undefined;
    return options?.authScopes ?? {};
  });
}

interface DeclaredScopes {
  signedIn?: boolean;
  can?: Permission;
  canEither?: readonly Permission[];
}

interface Failure {
  code?: unknown;
  name?: unknown;
  message?: unknown;
  nativeError?: Failure;
}

// objection keeps the driver's error, with its code, inside of its own.
function driverErrorOf(error: unknown): Failure {
  const failure: Failure = error ?? {};
  return failure.nativeError ?? failure;
}

// PostgreSQL, appendix A: character_not_in_repertoire, which of strict UTF-8 is U+0000 alone.
function isUnstorable(error: unknown): boolean {
  return driverErrorOf(error).code === '22021';
}

// PostgreSQL, appendix A: class 08 and 57P are connections that end or cannot begin. The pool and a socket that
// breaks have no code.
function isUnavailable(error: unknown): boolean {
  const { code, name, message } = driverErrorOf(error);
  if (name === 'KnexTimeoutError') return true;
  if (typeof code === 'string') return /^(08|57P|53300|ECONN|EPIPE|ETIMEDOUT)/.test(code);
  return /^(Unable to acquire a connection|Connection terminated)/.test(String(message));
}
