import { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import Provider from 'oidc-provider';
import type { Context } from '../../schema/kernel/context.ts';
import { mcpPartiesOf } from '../../schema/identity/mcp-credential/tokens.ts';
import { mountPath, revocationPath } from './metadata.ts';
import { completedForm, completedQuery, revocationForm } from './parameters.ts';

const contexts = new WeakMap<IncomingMessage, Context>();
const requests = new WeakMap<IncomingMessage, FastifyRequest>();

/** The context of a request that was counted. */
export function contextOf({ ctx }: FastifyRequest): Context {
  if (!ctx) throw new Error('A handler ran before its request was counted.');
  return ctx;
}

/** The same of a request as the library has it. */
export function contextOfRequest(request: IncomingMessage): Context {
  const ctx = contexts.get(request);
  if (!ctx) throw new Error('The library works on a request that is none of ours.');
  return ctx;
}

/** The same of the request that the library is answering. */
export function contextNow(): Context {
  const { req } = Provider.ctx ?? {};
  if (!req) throw new Error('The library answers no request.');
  return contextOfRequest(req);
}

/**
 * The request as the library sees it: below its mount, at our own origin whatever its Host says, since addresses are made
 * of that; and with the defaults of what was left out.
 */
export function libraryRequest(request: FastifyRequest, ctx: Context, baseUrl: string): IncomingMessage {
  const { protocol, host } = new URL(baseUrl);
  const { raw, body, routeOptions } = request;
  const { audience } = mcpPartiesOf(baseUrl);
  // By the route and not by the path, which the library and the router may read differently.
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
      // Nobody's pages may read what is answered here. The library would say so once it has found the client, and not before,
      // which tells whether there is one.
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

/** Keeps for the log by which code of OAuth the library has refused a request. */
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
