import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from '../../schema/values/problem.ts';
import { refuse, type Refusal } from '../../schema/values/errors.ts';
import { challengeOf } from './challenge.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The URL of the metadata on how to get an MCP access token, if the route accepts one. */
    resourceMetadata?: string;
  }
}

/** Sends a refusal as `application/problem+json` (RFC 9457), with its headers. */
export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<void> {
  request.refusedAs = refusal.code;
  void reply
    .code(refusal.status)
    .headers(refusalHeaders(refusal, request.routeOptions.config.resourceMetadata))
    .type('application/problem+json')
    .send(problemOf(refusal, request.id));
  await reply;
}

/** Returns the headers of a refusal, on every surface. */
export function refusalHeaders(refusal: Refusal, resourceMetadata?: string): Record<string, string> {
  const { retryAfterSeconds, allow } = refusal.details;
  const challenge = challengeOf(refusal, resourceMetadata);
  return {
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(allow && { allow: allow.join(', ') }),
    ...(challenge !== null && { 'www-authenticate': challenge }),
  };
}

export function payloadTooLarge(maxBytes: number | undefined): Refusal {
  return refuse('payload_too_large', `The body is larger than ${maxBytes} bytes, the maximum. Send less.`);
}

/** Returns the refusal for an error of Fastify itself before a handler runs; null for any other error. */
export function refusalOfFastify(error: FastifyError, { routeOptions }: FastifyRequest): Refusal | null {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return payloadTooLarge(routeOptions.bodyLimit);
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return refuse('unsupported_media_type', 'Send JSON, with `Content-Type: application/json`.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return refuse(
      'invalid_request',
      'The request is malformed. Check its headers, and that the body has the length of Content-Length.',
      { cause: error },
    );
  return null;
}
