import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOfContent, isUnchanged } from './unchanged.ts';

/** Sends a public text with its ETag; 304 without it if the client has it (RFC 9110 §13.1.2). */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | Buffer,
): FastifyReply {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const etag = etagOfContent(bytes);
  // It changes only with an upgrade. Five minutes later, every reader has the new text.
  void reply.headers({ etag, 'cache-control': 'public, max-age=300' });
  return isUnchanged(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(bytes);
}
