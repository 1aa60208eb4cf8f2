import type { HttpParameter, HttpRequest } from '../../kernel/ports/descriptions.ts';
import { pointerOf } from '../../values/pointer.ts';
import { RequestFailure, missing, unusable } from '../../kernel/request-failure.ts';
import { headerText } from '../../kernel/serialize.ts';

// RFC 9110 §5.6.2: a token.
const nameForm = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
// RFC 9110 §5.5, in ISO 8859-1, without surrounding spaces.
const valueForm = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;
// Headers that control the routing, content and end of a message. RFC 9110 §7.6.1, RFC 9112 §6.
const ofTheMessage =
  /^(?:connection|content-(?:encoding|length|type)|cookie2?|expect|forwarded|host|http2-settings|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|via)$/;
// Headers that identify the caller, that only browsers send, or that make a server see another request.
export const ofWhoAsks =
  /^(?:accept-encoding|authorization|(?:.*-)?client-ip|cf-.*|sec-.*|set-cookie2?|x-forwarded.*|x-host|x-http-method.*|x-method-override|x-original-.*|x-real-ip|x-rewrite-.*)$/;

/** Returns the headers that the arguments set, by name in lower case. Throws a RequestFailure. */
export function headersOf(
  { parameters }: HttpRequest,
  args: Readonly<Record<string, unknown>>,
): Map<string, string> {
  const headers = new Map<string, string>();
  for (const parameter of parameters) {
    if (parameter.in !== 'header') continue;
    if (!Object.hasOwn(args, parameter.property)) {
      if (parameter.required) throw missing(parameter);
      continue;
    }
    const name = assertSettable(parameter, headers);
    const text = headerText(parameter, args[parameter.property]);
    if (text === null) continue;
    if (!isHeaderValue(text))
      throw unusable(
        parameter,
        'contains characters that a header cannot carry: a line break, or non-Latin characters.',
      );
    headers.set(name, text);
  }
  return headers;
}

function assertSettable(parameter: HttpParameter, taken: ReadonlyMap<string, string>): string {
  const name = parameter.name.toLowerCase();
  if (isSendableHeader(name) && !ofWhoAsks.test(name) && !taken.has(name)) return name;
  throw new RequestFailure(
    'header_not_allowed',
    `The argument ${parameter.property} is for a header that no argument may set; leave it out.`,
    pointerOf([parameter.property]),
  );
}

/** Whether a text can be the name of a header or a cookie. */
export function isToken(name: string): boolean {
  return nameForm.test(name);
}

/** Whether a message can have the header without a change of its routing, content or end. */
export function isSendableHeader(name: string): boolean {
  return isToken(name) && !ofTheMessage.test(name.toLowerCase());
}

/** Whether a text can be sent as the value of a header. */
export function isHeaderValue(text: string): boolean {
  return valueForm.test(text);
}
