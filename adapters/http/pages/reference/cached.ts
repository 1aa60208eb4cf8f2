import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends a public text with its ETag; 304 without it if the client has it (RFC 9110 §13.1.2). */
export function sendCached(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const bytes = Buffer.from(text);
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
  // It changes only with an upgrade. Five minutes later, every reader has the new text.
  void reply.headers({ etag, 'cache-control': 'public, max-age=300' });
  return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(bytes);
}

function isKnown(known: string | undefined, etag: string): boolean {
  const tags = (known ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === etag || tag === '*');
}
