import type { HttpRequest } from '../../kernel/ports/descriptions.ts';
import { readingOf } from '../../values/read-as.ts';
import { RequestFailure, missing, unusable } from '../../kernel/request-failure.ts';
import { formPairs } from '../../kernel/serialize.ts';

export interface Content {
  /** The value of the header `content-type`. */
  type: string;
  text: string;
}

type Body = NonNullable<HttpRequest['body']>;

const bodiless = new Set(['GET', 'HEAD']);
const json = /^application\/(?:[a-z\d!#$&^_.+-]{1,120}\+)?json$/;

/**
 * Returns the body for the arguments: JSON, a form or plain text; null without one. Throws a RequestFailure.
 */
export function contentOf(
  { method, body }: HttpRequest,
  args: Readonly<Record<string, unknown>>,
): Content | null {
  if (!body) return null;
  if (!Object.hasOwn(args, body.property)) {
    if (body.required) throw missing(body);
    return null;
  }
  if (bodiless.has(method)) throw notSupported(`A ${method} request has no body.`);
  const value = args[body.property];
  if (json.test(body.contentType)) return { type: body.contentType, text: JSON.stringify(value) };
  if (body.contentType === 'application/x-www-form-urlencoded') return formOf(body, value);
  if (body.contentType === 'text/plain') return plainTextOf(body, value);
  throw notSupported(
    `Bodies of the type ${body.contentType} are not supported; JSON, forms and plain text are.`,
  );
}

function formOf(body: Body, value: unknown): Content {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unusable(body, 'must be an object, since it is sent as a form.');
  const names = Object.keys(value);
  const reading = readingOf(names);
  const twice = names.find((name) => reading(name) !== null);
  if (twice !== undefined)
    throw unusable(
      body,
      `has a field that could be read as another one: ${JSON.stringify(twice.slice(0, 80))}.`,
    );
  const text = formPairs(body, value)
    .map((pair) => pair.join('='))
    .join('&');
  // A space in a form is a plus. RFC 1866 §8.2.1.
  return { type: body.contentType, text: text.replaceAll('%20', '+') };
}

function plainTextOf(body: Body, value: unknown): Content {
  if (typeof value !== 'string' || !value.isWellFormed())
    throw unusable(body, 'must be a string of complete characters.');
  return { type: 'text/plain; charset=utf-8', text: value };
}

function notSupported(sentence: string): RequestFailure {
  return new RequestFailure('body_not_supported', sentence);
}
