import type { IncomingHttpHeaders } from 'node:http';
import type { Client } from '../../schema/kernel/context.ts';

/** A request's id, address and headers, over HTTP or a socket. */
export interface Arrival {
  id: string;
  ip: string;
  headers: IncomingHttpHeaders;
}

/** RFC 6750 §2.1: the scheme is case-insensitive. Returns null for anything but a bearer credential. */
export function bearerOf({ headers: { authorization } }: Arrival): string | null {
  return /^bearer +([\w.~+/=-]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

export function workspaceHeaderOf({ headers }: Arrival): string | undefined {
  const header = headers['x-workspace-id'];
  return Array.isArray(header) ? header.join(',') : header;
}

export function clientOf({ id, ip, headers }: Arrival): Client {
  return {
    requestId: id,
    ip,
    userAgent: headers['user-agent']?.slice(0, 300) ?? null,
    idempotencyKey: headers['idempotency-key']?.toString() ?? null,
    traceparent: headers['traceparent']?.toString() ?? null,
    hungUp: null,
  };
}
