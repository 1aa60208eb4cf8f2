import { GraphQLError } from 'graphql';
import { missingIn } from '../values/coercion.ts';
import { refusalOf, refuse, validationFailed, type Refusal } from '../values/errors.ts';
import type { Log } from './ports/log.ts';
import { unquoted } from '../values/unquoted.ts';

/** Returns a refusal unchanged, and `internal_error` for anything unforeseen, which is logged here. */
export function toRefusal(log: Log, requestId: string, error: unknown): Refusal {
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
      'A string contains the character U+0000, which the server cannot store. Leave it out.',
    );
  log.error({ event: 'request.failed', requestId, error: cause });
  if (isUnavailable(cause))
    return refuse('service_unavailable', 'The database does not answer. Try again in a moment.', {
      cause,
      retryAfterSeconds: 2,
    });
  return refuse('internal_error', 'The server failed. Quote the request id when you report it.', { cause });
}

function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

// A rejected variable wraps GraphQL's message, with guesses that no validation rule can turn off.
function messageOf({ message, originalError }: GraphQLError): string {
  return unquoted(originalError ? message.replace(/ Did you mean .*\?$/s, '') : message);
}

interface Failure {
  code?: unknown;
  name?: unknown;
  message?: unknown;
  syscall?: unknown;
  nativeError?: Failure;
}

// Objection wraps the driver's error, which has the code.
function driverErrorOf(error: unknown): Failure {
  const failure: Failure = error ?? {};
  return failure.nativeError ?? failure;
}

// PostgreSQL, appendix A: character_not_in_repertoire, in strict UTF-8 only U+0000.
function isUnstorable(error: unknown): boolean {
  return driverErrorOf(error).code === '22021';
}

/** Matches messages without a code, also after a statement that Knex puts in front. */
const broken =
  /(?:^| - )(?:Unable to acquire a connection|Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable)/;

// PostgreSQL, appendix A: classes 08 and 57P mean a failed connection; class 53 means a full disk, or no
// memory or connections left. 25P03 means that this process was paused in a transaction. The pool and a broken
// connection have no code; a missing socket has ENOENT.
function isUnavailable(error: unknown): boolean {
  const { code, name, message, syscall } = driverErrorOf(error);
  if (name === 'KnexTimeoutError') return true;
  if (code === 'ENOENT') return syscall === 'connect';
  if (typeof code === 'string') return /^(08|53|57P|25P03|ECONN|EPIPE|ETIMEDOUT|EAGAIN)/.test(code);
  return broken.test(String(message));
}
