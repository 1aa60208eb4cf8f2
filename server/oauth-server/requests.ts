import { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../schema/context.ts';
import { mcpPartiesOf } from '../../schema/mcp-credential/tokens.ts';
import { mountPath } from './metadata.ts';

const contexts = new WeakMap<IncomingMessage, Context>();
const requests = new WeakMap<IncomingMessage, FastifyRequest>();

/** The context of a request that was counted. */
export function contextOf({ ctx }: FastifyRequest): Context {
  if (!ctx) throw new Error('A handler ran before its request was counted.');
  return ctx;
}

/** The same of a request as the library has it. */
export function contextBehind(request: IncomingMessage): Context {
  const ctx = contexts.get(request);
  if (!ctx) throw new Error('The library works on a request that is none of ours.');
  return ctx;
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
    ? completedBody(body, raw.headers['content-type'], audience)
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
  const parameters = completed(new URLSearchParams(url.slice(path.length)), audience);
  const mode = parameters.get('response_mode');
  // The library has more of them, a page with a script among them, and cannot be told to leave them out.
  if (mode !== null && mode !== 'query') parameters.set('response_mode', `not ${mode}`);
  return `${authorizationPath}?${parameters.toString()}`;
}

export function isForm(type = ''): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

function completedBody(body: Buffer, type: string | undefined, audience: string): Buffer {
  if (!isForm(type)) return body;
  const parameters = completed(new URLSearchParams(body.toString()), audience);
  return Buffer.from(parameters.toString());
}

/** What is asked for where nothing is said. */
const usualScope = 'mcp:read';

// RFC 8707 §2. Some clients leave the resource out, others add a slash: there is one resource, so both mean it.
function completed(given: URLSearchParams, audience: string): URLSearchParams {
  const parameters = new URLSearchParams([...given].filter(([name]) => name !== 'resource'));
  const resources = given.getAll('resource');
  for (const resource of resources.length > 0 ? resources : [audience])
    parameters.append('resource', resource === `${audience}/` ? audience : resource);
  if (!parameters.get('scope')?.trim()) parameters.set('scope', usualScope);
  return parameters;
}
