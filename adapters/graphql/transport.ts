import type { IncomingMessage } from 'node:http';
import type { Server } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Log } from '../../schema/kernel/ports/log.ts';
import { JsonRefusal } from '../http/json-scan.ts';
import { parseJson } from '../http/json.ts';
import { closeCodes, reasonOf, type Closing } from './close-codes.ts';

/** The interval of pings. A peer that has not answered by the next one is disconnected. */
const pingMs = 12_000;
/** How long a peer may take to complete the close. */
const lingerMs = 10_000;
const mebibyte = 1_048_576;
/** The limit of unread data for all sockets together. */
const budgetBytes = 64 * mebibyte;
/** A socket with less unread data is not lagging. */
const laggingBytes = 65_536;

const slow: Closing = {
  code: closeCodes.tryAgainLater,
  reason: 'You read too slowly. Connect again and resume from your cursor.',
};

/** The state of a socket that graphql-ws passes on. */
export interface Extra {
  request: IncomingMessage;
  close: (closing: Closing) => void;
  /** Whether nothing more is sent, however long the peer takes to close. */
  isOver: boolean;
  /** Called when `isOver` becomes true. */
  left: () => void;
}

/**
 * Runs graphql-ws over ws. The server counts a peer's unread data before each frame. It closes a socket over
 * 1 MiB, or over its share of 64 MiB if many lag, so memory stays bounded. No event is missed: events stay in
 * their table, and the peer's cursor marks its position.
 */
export function createTransport(server: Server<Extra>, log: Log) {
  const lagging = new Set<WebSocket>();
  const isFull = ({ bufferedAmount }: WebSocket) =>
    bufferedAmount > Math.min(mebibyte, Math.max(laggingBytes, budgetBytes / Math.max(1, lagging.size)));

  return function serve(socket: WebSocket, request: IncomingMessage): void {
    const close = (closing: Closing) => {
      if (socket.readyState !== socket.OPEN) return;
      socket.close(closing.code, reasonOf(closing));
      leave();
      setTimeout(() => socket.terminate(), lingerMs).unref();
    };
    const extra: Extra = { request, close, isOver: false, left: () => {} };
    const leave = () => {
      extra.isOver = true;
      extra.left();
    };
    const send = (data: string) => {
      if (socket.readyState !== socket.OPEN) return;
      if (isFull(socket)) return close(slow);
      socket.send(data);
      if (socket.bufferedAmount > laggingBytes) lagging.add(socket);
      else lagging.delete(socket);
    };
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send,
        close: (code = closeCodes.internalError, reason = '') => close({ code, reason }),
        onMessage: (receive) => {
          socket.on('message', (data: Buffer) => {
            const refused = whyRefused(data);
            if (refused) return close(refused);
            receive(data.toString()).catch((error: unknown) => {
              log.error({ event: 'socket.error', error });
              close({ code: closeCodes.internalError, reason: 'The server failed.' });
            });
          });
        },
      },
      extra,
    );
    const stopPinging = pingEach(socket);
    socket.once('close', (code, reason) => {
      stopPinging();
      lagging.delete(socket);
      leave();
      closed(code, String(reason)).catch((error: unknown) => log.error({ event: 'socket.error', error }));
    });
    socket.on('error', (error) => log.debug({ event: 'socket.failed', error }));
  };
}

// As strict as over HTTP: JSON that two parsers would read differently is rejected.
function whyRefused(data: Buffer): Closing | null {
  try {
    parseJson(data);
    return null;
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    return { code: closeCodes.badRequest, reason: error.message };
  }
}

function pingEach(socket: WebSocket): () => void {
  let isThere = true;
  socket.on('pong', () => (isThere = true));
  const timer = setInterval(() => {
    if (!isThere) return socket.terminate();
    isThere = false;
    socket.ping();
  }, pingMs);
  return () => clearInterval(timer);
}
