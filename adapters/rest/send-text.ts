import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerHeaders } from '../http/answer-headers.ts';
import { etagOfContent, isUnchanged } from '../http/unchanged.ts';
import { assertMatch } from './row-version.ts';

/** Sends a text with an ETag of its content, or 304 if the client has it. Throws `version_conflict` for another `If-Match`. */
export function sendText(request: FastifyRequest, reply: FastifyReply, text: string, type: string) {
  const { ctx } = request;
  const etag = etagOfContent(text);
  assertMatch(etag, request.headers['if-match']);
  if (ctx) ctx.answer.etag = etag;
  reply.headers({
    ...(ctx && answerHeaders(ctx)),
    // The client may store it, and asks each time whether it changed.
    'cache-control': 'private, no-cache',
    vary: 'Authorization, X-Workspace-Id',
    // RFC 9530; the ETag is the same hash, which takes long for a large text.
    'repr-digest': `sha-256=:${Buffer.from(etag.slice(1, -1), 'hex').toString('base64')}:`,
  });
  if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).serializer(String).send(text);
}
