import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { addressOf } from '../../schema/limit.ts';
import type { Config } from '../config/config.ts';
import type { ServerPorts } from '../ports.ts';

interface Door {
  ports: ServerPorts;
  config: Config;
  ip: string;
}

/** Opens the socket to who may ask for one: from our own origin, and not too often. Anybody else reads why in HTTP. */
export async function shakeHands(
  { ports, config, ip }: Door,
  request: IncomingMessage,
  socket: Duplex,
  open: () => void,
): Promise<void> {
  try {
    const refused = isOwnOrigin(request.headers.origin, config)
      ? await tooMany(ports, ip)
      : foreignOrigin(config);
    if (refused) socket.end(refused, () => socket.destroy());
    else open();
  } catch (error) {
    ports.log.error({ event: 'socket.failed', error });
    socket.destroy();
  }
}

async function tooMany({ limiter }: ServerPorts, ip: string): Promise<string | null> {
  const { exceeded, resetSeconds } = await limiter.take('anonymous', addressOf(ip));
  if (!exceeded) return null;
  const text = `Too many sockets are opened from this address. Try again in ${resetSeconds} seconds.\n`;
  return refusedHandshake('429 Too Many Requests', text, [`Retry-After: ${resetSeconds}`]);
}

function foreignOrigin({ baseUrl }: Config): string {
  return refusedHandshake(
    '403 Forbidden',
    `Sockets are opened from ${baseUrl} or without an Origin header.\n`,
  );
}

function refusedHandshake(status: string, text: string, headers: string[] = []): string {
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...headers,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

// Browsers always send an Origin; other clients need none.
function isOwnOrigin(origin: string | undefined, { baseUrl }: Config): boolean {
  return origin === undefined || origin === baseUrl;
}
