import type { ServerResponse } from 'node:http';

/** How long the peer may read nothing of an answer: Node looks twice, so it is up to twice as long. No other time is the same. */
const stalledMs = 4500;
/** How long all of it may take. */
const wholeMs = 60_000;

/** Hangs up on whoever does not read the answer, which is kept in memory until then. */
export function hangUpWhenUnread(response: ServerResponse): void {
  response.once('prefinish', () => {
    const { socket } = response;
    if (!socket || socket.writableLength === 0) return;
    // Node hangs up where nothing is written for so long, and sets its own time when all of it is.
    socket.setTimeout(stalledMs);
    const timer = setTimeout(() => socket.destroy(), wholeMs);
    response.once('close', () => clearTimeout(timer));
    // Where another answer is to follow on the connection, Node leaves the time as it is.
    response.once('finish', () => {
      if (socket.timeout === stalledMs) socket.setTimeout(0);
    });
  });
}
