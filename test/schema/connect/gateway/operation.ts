import type { HttpParameter, HttpRequest } from '../../../../schema/kernel/ports/descriptions.ts';

/** Returns a GET operation that needs a key and has no parameters or body; `said` overrides its members. */
export function operation(said: Partial<HttpRequest> = {}): HttpRequest {
  return {
    kind: 'HTTP',
    method: 'GET',
    path: '/things',
    server: null,
    parameters: [],
    body: null,
    security: [['key']],
    ...said,
  };
}

/** Returns a parameter in the default style of its place, required only in a path, except for `said`. */
export function parameter(
  place: HttpParameter['in'],
  name: string,
  said: Partial<HttpParameter> = {},
): HttpParameter {
  const style = place === 'query' ? 'form' : 'simple';
  return {
    property: name,
    name,
    in: place,
    style,
    explode: style === 'form',
    required: place === 'path',
    ...said,
  };
}

export function body(contentType: string, required = true): NonNullable<HttpRequest['body']> {
  return { property: 'body', contentType, required };
}
