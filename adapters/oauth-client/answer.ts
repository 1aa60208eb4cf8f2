import type { IncomingAnswer } from '../../schema/kernel/ports/egress.ts';
import { isObject, own, type JsonObject } from '../../schema/values/foreign-values.ts';
import { foreignJson } from '../../schema/values/foreign-json.ts';
import { isBusy, ofError, ofStatus, unreadable } from './failure.ts';

/** Returns the content of an answer. Throws an OAuthFailure for an error, and if there is no content. */
export function objectIn(answer: IncomingAnswer): JsonObject {
  const content = assertGood(answer);
  if (!content) throw unreadable('It sends neither JSON nor a form.');
  return content;
}

/** Like `objectIn`, but the answer may be without content. */
export function assertGood({ status, headers, body }: IncomingAnswer): JsonObject | null {
  const content = contentOf(headers['content-type'] ?? '', new TextDecoder().decode(body));
  const error = own(content, 'error');
  // A busy server knows nothing about the grant, whatever its body says.
  if (isBusy(status)) throw ofStatus(status);
  // Some servers report an error with the status 200, some as an object.
  if (error) throw ofError(error);
  if (status >= 300) throw ofStatus(status);
  return content;
}

// A form is recognized by its type, since some servers ignore `accept`. Every other type is parsed as JSON.
function contentOf(type: string, text: string): JsonObject | null {
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return Object.fromEntries(new URLSearchParams(text));
  const value = foreignJson(text);
  return isObject(value) ? value : null;
}
