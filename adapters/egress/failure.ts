import { errors } from 'undici';
import { EgressFailure } from '../../schema/kernel/ports/egress.ts';
import { unreadable } from './decode.ts';

/** Returns the failure for an error, without any part of the request or the answer in its sentence. */
export function failureOf(
  error: unknown,
  { aborted, reason }: AbortSignal,
  timeoutMs: number,
): EgressFailure {
  const known = knownIn(error);
  if (known) return known;
  if (aborted && isTimeout(reason)) return timedOut(timeoutMs, error);
  if (aborted) return new EgressFailure('unreachable', 'The request was aborted.', { cause: error });
  if (error instanceof errors.InvalidArgumentError)
    return new EgressFailure('request_not_allowed', 'The request cannot be encoded.', {
      cause: error,
    });
  if (error instanceof errors.HeadersOverflowError) return unreadable('It has too many headers.', error);
  if (error instanceof errors.ResponseContentLengthMismatchError)
    return unreadable('Its length differs from Content-Length.', error);
  // A parser error contains the bytes that it failed on, which may be a secret, so it is not the `cause`.
  if (isOfParser(error)) return unreadable('It is not HTTP.');
  if (error instanceof errors.ConnectTimeoutError) return timedOut(timeoutMs, error, true);
  return new EgressFailure('unreachable', sentenceOf(error), { cause: error, isUnsent: isUnsent(error) });
}

// undici throws our errors unchanged, or as the cause of another error.
function knownIn(error: unknown): EgressFailure | null {
  if (error instanceof EgressFailure) return error;
  return error instanceof Error && error.cause ? knownIn(error.cause) : null;
}

function timedOut(timeoutMs: number, cause: unknown, isUnsentToo = false): EgressFailure {
  return new EgressFailure('timeout', `The whole answer did not arrive within ${timeoutMs / 1000} seconds.`, {
    cause,
    isUnsent: isUnsentToo,
  });
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

function isOfParser(error: unknown): boolean {
  return error instanceof errors.HTTPParserError || codeOf(error)?.startsWith('HPE_') === true;
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The host refuses connections.',
  ECONNRESET: 'The host closed the connection.',
  UND_ERR_SOCKET: 'The host closed the connection.',
  EHOSTUNREACH: 'The host is unreachable.',
  ENETUNREACH: 'The host is unreachable.',
  ENOTFOUND: 'The host does not exist.',
  EAI_AGAIN: 'The host’s name could not be resolved.',
};

function sentenceOf(error: unknown): string {
  const code = codeOf(error) ?? '';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|HOSTNAME/.test(code))
    return 'The host’s TLS certificate is not valid.';
  return sentences[code] ?? 'The host could not be reached.';
}

// These errors occur only while a connection opens, before anything is sent.
function isUnsent(error: unknown): boolean {
  return /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$|CERT|SELF_SIGNED|UNABLE_TO/.test(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
