import type { HttpParameter, HttpRequest } from '../../../../schema/kernel/ports/descriptions.ts';

/** An operation without parameters, a body and security, but for what is said. */
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

/** A parameter of the style that its place has unless it says so, optional but in a path. */
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
