import type { HttpRequest } from '../../kernel/ports/descriptions.ts';
import type { OutgoingRequest } from '../../kernel/ports/egress.ts';
import { contentOf } from './body.ts';
import { RequestFailure } from '../../kernel/request-failure.ts';
import { headersOf } from './headers.ts';
import { urlOf } from './url.ts';

/** A request to a provider, without its bounds. */
export interface BuiltRequest extends Pick<OutgoingRequest, 'method' | 'url' | 'headers'> {
  body?: string;
  /** Whether it goes to the connection’s origin, which may get the credential. */
  takesCredential: boolean;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Builds the request of an operation below the connection’s base URL. The arguments must match the input
 * schema. An operation on another origin is built only if it needs no credential. Throws a RequestFailure.
 */
export function buildRequest(
  request: HttpRequest,
  args: Readonly<Record<string, unknown>>,
  base: URL,
): BuiltRequest {
  if (!methods.has(request.method))
    throw new RequestFailure('operation_unusable', 'The method of the operation is not supported.');
  const from = baseOf(request, base);
  const url = urlOf(request, args, from);
  const headers = headersOf(request, args);
  const content = contentOf(request, args);
  if (content) headers.set('content-type', content.type);
  return {
    method: request.method,
    url,
    headers: Object.fromEntries(headers),
    ...(content && { body: content.text }),
    takesCredential: from.origin === base.origin,
  };
}

/** Whether each alternative of the operation needs a credential. */
export function needsCredential({ security }: Pick<HttpRequest, 'security'>): boolean {
  return security.length > 0 && security.every((schemes) => schemes.length > 0);
}

// The query of the connection’s base URL goes only to its own origin.
function baseOf(request: HttpRequest, base: URL): URL {
  if (!isHttp(base)) throw unusableAddress();
  if (request.server === null) return base;
  // Appends a path to the account’s own origin as text, so that it cannot name another host.
  const address = request.server.startsWith('/') ? base.origin + request.server : request.server;
  const server = URL.parse(address);
  if (!server || !isHttp(server)) throw unusableAddress();
  if (server.origin === base.origin) {
    server.search = base.search;
    return server;
  }
  if (!needsCredential(request)) return server;
  throw new RequestFailure(
    'origin_not_allowed',
    `The operation is on ${server.host}, but the credential of the connection is only for ${base.host}.`,
  );
}

function isHttp({ protocol, username, password }: URL): boolean {
  return (protocol === 'https:' || protocol === 'http:') && !username && !password;
}

function unusableAddress(): RequestFailure {
  return new RequestFailure(
    'operation_unusable',
    'The URL to call must use http or https, and must not contain a user name or password.',
  );
}
