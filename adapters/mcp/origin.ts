import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../schema/values/errors.ts';

/**
 * Throws unless the Host and Origin headers are those of this server, so that a web page with DNS rebinding
 * cannot call it. On loopback, any of its names and any port are valid, since ports are forwarded.
 */
export function assertOwnOrigin({ host, headers: { origin } }: FastifyRequest, baseUrl: string): void {
  const base = new URL(baseUrl);
  const isOurs = (url: string): boolean =>
    URL.canParse(url) && (isLoopback(base) ? isLoopback(new URL(url)) : new URL(url).origin === base.origin);
  if (!isOurs(`${base.protocol}//${host}`))
    throw refuse('origin_not_allowed', `This server is at ${baseUrl}. Send the Host header of that address.`);
  if (origin !== undefined && !isOurs(origin))
    throw refuse(
      'origin_not_allowed',
      `Pages of other origins may not call this. The allowed origin is ${baseUrl}.`,
    );
}

function isLoopback({ hostname }: URL): boolean {
  return localhostAllowedHostnames().includes(hostname);
}
