import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastPath } from './fast-path.ts';
import { isJson } from '../http/body.ts';
import { isRepeated } from '../http/raw-headers.ts';
import { credentialInUrl } from '../../schema/values/credential-in-url.ts';

/** For larger bodies the path makes no difference; the ordinary path enforces a smaller limit of a route. */
const maxBodyBytes = 16_384;

/**
 * Whether the fast path can handle a request: the headers of its body are only a length and JSON. It has at
 * most one credential, and no header requests special treatment.
 */
export function isPlain(
  { headers, rawHeaders }: IncomingMessage,
  { method, bodyLimitBytes }: Pick<FastPath, 'method' | 'bodyLimitBytes'>,
): boolean {
  return (
    headers['idempotency-key'] === undefined &&
    !(headers.referer !== undefined && credentialInUrl(headers.referer)) &&
    headers.expect === undefined &&
    headers['if-match'] === undefined &&
    headers['content-encoding'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    (method === 'POST' ? isSmallJson(headers, bodyLimitBytes) : hasNoBody(headers)) &&
    !isRepeated(rawHeaders, 'authorization') &&
    !isRepeated(rawHeaders, 'host')
  );
}

// Some clients send the type of a body with each request.
function hasNoBody({ 'content-type': type, 'content-length': length }: IncomingHttpHeaders): boolean {
  return length === undefined && (type === undefined || isJson(type));
}

function isSmallJson(
  { 'content-type': type, 'content-length': length }: IncomingHttpHeaders,
  limit: number,
): boolean {
  return isJson(type) && Number(length) <= Math.min(limit, maxBodyBytes);
}
