import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { httpHost } from '../../support/listeners.ts';

/** A receiver that records each message and when it arrived. */
export interface Host {
  url: string;
  /** The times of arrival by `webhook-id`, on the clock of this process. */
  arrivals: Map<string, number[]>;
  bodies: { body: string; headers: Record<string, string> }[];
  /** Whether it accepts messages from now on. */
  isGood: boolean;
}

export const faults = ['dead', 'slow', 'resetting', 'redirecting', 'dripping'] as const;
export type Fault = (typeof faults)[number];

const slowMs = 5_000;

/** Starts a receiver that accepts everything or, until `isGood` is set, has the fault. */
export async function host(fault: Fault | null = null): Promise<Host> {
  const it: Host = { url: '', arrivals: new Map(), bodies: [], isGood: fault === null };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const id = headers['webhook-id'] ?? '';
    it.arrivals.set(id, [...(it.arrivals.get(id) ?? []), performance.now()]);
    it.bodies.push({ body, headers });
    response.end();
  };
  const origin = await httpHost((request, response) => {
    if (it.isGood) void take(request, response);
    else misbehave(fault, response);
  });
  it.url = origin.href;
  return it;
}

function misbehave(fault: Fault | null, response: ServerResponse): void {
  if (fault === 'slow') setTimeout(() => response.writeHead(503).end(), slowMs).unref();
  else if (fault === 'redirecting') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  else if (fault === 'dripping') drip(response.socket);
  else response.socket?.destroy();
}

// Sends one byte a second of an answer that never ends.
function drip(socket: Socket | null): void {
  const bytes = 'HTTP/1.1 200 OK\r\nx-slow: ';
  let sent = 0;
  const timer = setInterval(() => {
    if (!socket || socket.destroyed) return clearInterval(timer);
    socket.write(bytes[sent] ?? 'x');
    sent += 1;
  }, 1000);
  timer.unref();
}
