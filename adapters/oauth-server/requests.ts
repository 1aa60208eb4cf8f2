import { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../schema/kernel/context.ts';
import { mcpPartiesOf } from '../../schema/identity/mcp-credential/tokens.ts';
import { mountPath, revocationPath } from './metadata.ts';
import { completedForm, completedQuery, revocationForm } from './parameters.ts';

const contexts = new WeakMap<IncomingMessage, Context>();
const requests = new WeakMap<IncomingMessage, FastifyRequest>();

/** Returns the context of a request that was counted. */
export function contextOf({ ctx }: FastifyRequest): Context {
  if (!ctx) throw new Error('A handler ran before its request was counted.');
  return ctx;
}

/** Returns the context of the library's copy of a request. */
export function contextOfRequest(request: IncomingMessage): Context {
  const ctx = contexts.get(request);
  if (!ctx) throw new Error('The library works on a request that is none of ours.');
  return ctx;
}

/**
 * Returns the request as the library sees it: below its mount, and with defaults for missing parameters. The
 * Host header is always ours, since the library builds URLs from it.
 */
export function libraryRequest(request: FastifyRequest, ctx: Context, baseUrl: string): IncomingMessage {
  const { protocol, host } = new URL(baseUrl);
  const { raw, body, routeOptions } = request;
  const { audience } = mcpPartiesOf(baseUrl);
  // Decided by the route, since the library and the router may read the path differently.
  const isAuthorization = routeOptions.url === authorizationPath;
  const url = isAuthorization ? completedUrl(raw.url ?? '', audience) : (raw.url ?? '');
  const content = Buffer.isBuffer(body)
    ? completedBody(body, { ctx, type: raw.headers['content-type'], route: routeOptions.url })
    : Buffer.alloc(0);
  const copy = new IncomingMessage(raw.socket);
  Object.assign(copy, {
    method: raw.method,
    originalUrl: url,
    url: url.slice(mountPath.length),
    httpVersion: raw.httpVersion,
    httpVersionMajor: raw.httpVersionMajor,
    httpVersionMinor: raw.httpVersionMinor,
    headers: {
      ...raw.headers,
      // No page of another origin may read these answers. The library would check the origin only after it
      // finds the client, and so reveal whether the client exists.
      origin: undefined,
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'content-length': String(content.length),
    },
    complete: true,
  });
  copy.push(content);
  copy.push(null);
  contexts.set(copy, ctx);
  requests.set(copy, request);
  return copy;
}

/** Records the OAuth code with which the library refused a request, for the log. */
export function noteRefusal(copy: IncomingMessage, code: string): void {
  const request = requests.get(copy);
  if (request) request.refusedAs = code;
}

const authorizationPath = `${mountPath}/auth`;

function completedUrl(url: string, audience: string): string {
  const [path = ''] = url.split('?', 1);
  const given = new URLSearchParams(url.slice(path.length));
  return `${authorizationPath}?${completedQuery(given, audience).toString()}`;
}

export function isForm(type = ''): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

interface BodyOf {
  ctx: Context;
  type: string | undefined;
  route: string | undefined;
}

function completedBody(body: Buffer, { ctx, type, route }: BodyOf): Buffer {
  if (!isForm(type)) return body;
  const given = new URLSearchParams(body.toString());
  const { audience } = mcpPartiesOf(ctx.settings.baseUrl);
  const isRevocation = route === `${mountPath}${revocationPath}`;
  const completed = isRevocation ? revocationForm(given, ctx) : completedForm(given, audience);
  return Buffer.from(completed.toString());
}
