import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { addressOf } from '../../schema/kernel/limit.ts';
import { isRepeated } from '../http/raw-headers.ts';
import type { SurfaceConfig, SurfacePorts } from '../http/surface.ts';

interface Door {
  ports: SurfacePorts;
  config: SurfaceConfig;
  ip: string;
}

/** Opens the socket for our own origin within the rate limit. Any other request gets the reason over HTTP. */
export async function shakeHands(
  { ports, config, ip }: Door,
  request: IncomingMessage,
  socket: Duplex,
  open: () => void,
): Promise<void> {
  try {
    const refused =
      twoHosts(request) ?? foreignOrigin(request.headers.origin, config) ?? (await tooMany(ports, ip));
    if (refused) socket.end(refused, () => socket.destroy());
    else open();
  } catch (error) {
    ports.log.error({ event: 'socket.failed', error });
    socket.destroy();
  }
}

async function tooMany({ limiter }: SurfacePorts, ip: string): Promise<string | null> {
  const { exceeded, resetSeconds } = await limiter.take('anonymous', addressOf(ip));
  if (!exceeded) return null;
  const text = `Too many sockets are opened from this address. Try again in ${resetSeconds} seconds.\n`;
  return refusedHandshake('429 Too Many Requests', text, [`Retry-After: ${resetSeconds}`]);
}

// RFC 9112 §3.2
function twoHosts({ rawHeaders }: IncomingMessage): string | null {
  if (!isRepeated(rawHeaders, 'host')) return null;
  return refusedHandshake('400 Bad Request', 'Two Host headers were sent. Send one of them.\n');
}

// Browsers always send an Origin; other clients need none.
function foreignOrigin(origin: string | undefined, { baseUrl }: SurfaceConfig): string | null {
  if (origin === undefined || origin === baseUrl) return null;
  return refusedHandshake('403 Forbidden', `Open sockets from ${baseUrl} or without an Origin header.\n`);
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
