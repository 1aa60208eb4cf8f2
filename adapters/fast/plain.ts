import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastPath } from './fast-path.ts';
import { isRepeated } from '../http/raw-headers.ts';

/** Larger bodies take so long that the way does not matter; where less is taken at all, the ordinary way refuses it. */
const maxBodyBytes = 16_384;
const anyJson: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json']);

/**
 * Whether a request has nothing about it that only the ordinary way knows how to take or refuse: what it says of its body is
 * its length and that it is JSON, it shows one credential at most, and no header asks for anything special.
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
