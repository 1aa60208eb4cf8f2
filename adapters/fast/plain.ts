import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastPath } from './fast-path.ts';
import { isRepeated } from '../http/raw-headers.ts';

/** For larger bodies the path makes no difference; the ordinary path enforces a smaller limit of a route. */
const maxBodyBytes = 16_384;
const anyJson: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json']);

/**
 * Whether the fast path can handle a request: the headers of its body are only a length and plain JSON. It
 * has at most one credential, and no header requests special treatment.
 */
export function isPlain(
  { headers, rawHeaders }: IncomingMessage,
  { method, bodyLimitBytes }: Pick<FastPath, 'method' | 'bodyLimitBytes'>,
): boolean {
  return (
    anyJson.has(headers.accept) &&
    headers['idempotency-key'] === undefined &&
    headers.referer === undefined &&
    headers.expect === undefined &&
    headers['if-match'] === undefined &&
    headers['content-encoding'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['x-forwarded-host'] === undefined &&
    (method === 'POST' ? isSmallJson(headers, bodyLimitBytes) : headers['content-length'] === undefined) &&
    !isRepeated(rawHeaders, 'authorization') &&
    !isRepeated(rawHeaders, 'host')
  );
}

function isSmallJson(
  { 'content-type': type, 'content-length': length }: IncomingHttpHeaders,
  limit: number,
): boolean {
  return type === 'application/json' && Number(length) <= Math.min(limit, maxBodyBytes);
}
