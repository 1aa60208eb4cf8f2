import type { Socket } from 'node:net';
import { problemOf } from '../../schema/values/problem.ts';
import { refuse } from '../../schema/values/errors.ts';
import { newId } from '../../schema/values/id.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';

const sentences: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers are larger than 16 KiB. Send fewer of them.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive. Send it again, faster.',
};

/** Answers a request that Node's parser rejects with a problem, and closes the socket. */
export function refuseUnreadable(log: Log) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // A browser opens connections ahead of its requests, and would read this as the answer to a later one.
    const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    if (!socket.writable || isUnused) {
      socket.destroy();
      return;
    }
    const requestId = newId('request');
    const sentence =
      sentences[error.code ?? ''] ??
      'The request is not valid HTTP. Check its method, its headers and its length.';
    const body = JSON.stringify(problemOf(refuse('invalid_request', sentence), requestId));
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Connection: close',
      'Cache-Control: no-store',
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
    log.info({ event: 'request.unreadable', requestId, reason: error.code });
  };
}
