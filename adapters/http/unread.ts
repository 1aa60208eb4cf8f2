import type { ServerResponse } from 'node:http';

/** How long a peer may read nothing; Node takes up to twice as long. No other timeout has this value. */
const stalledMs = 4500;
/** How long the whole answer may take. */
const wholeMs = 60_000;

/** Disconnects a client that does not read its answer, which stays in memory until then. */
export function hangUpWhenUnread(response: ServerResponse): void {
  response.on('prefinish', limitReading);
}

function limitReading(this: ServerResponse): void {
  const { socket } = this;
  if (!socket || socket.writableLength === 0) return;
  // Node closes a socket without writes for this time, and resets the timeout after the whole answer.
  socket.setTimeout(stalledMs);
  const timer = setTimeout(() => socket.destroy(), wholeMs);
  this.once('close', () => clearTimeout(timer));
  // If another answer follows on the connection, Node does not reset it.
  this.once('finish', () => {
    if (socket.timeout === stalledMs) socket.setTimeout(0);
  });
}
