import type { IncomingAnswer } from '../../schema/kernel/ports/egress.ts';
import { isObject, own, type JsonObject } from '../../schema/values/foreign-values.ts';
import { foreignJson } from '../../schema/values/foreign-json.ts';
import { isBusy, ofError, ofStatus, unreadable } from './failure.ts';

/** What an answer holds. Throws an OAuthFailure where it tells of an error, has a status of one, or holds nothing. */
export function objectIn(answer: IncomingAnswer): JsonObject {
  const content = assertGood(answer);
  if (!content) throw unreadable('It sends neither JSON nor a form.');
  return content;
}

/** The same of an answer that need not hold anything. */
export function assertGood({ status, headers, body }: IncomingAnswer): JsonObject | null {
  const content = contentOf(headers['content-type'] ?? '', new TextDecoder().decode(body));
  const error = own(content, 'error');
  // Whoever cannot answer now knows nothing of the grant either, whatever else is said.
  if (isBusy(status)) throw ofStatus(status);
  // Some tell of errors with the status 200, some by an object.
  if (error) throw ofError(error);
  if (status >= 300) throw ofStatus(status);
  return content;
}

// By the form where it says so, as servers do that look at no `accept`; what else the type says is of no use here.
function contentOf(type: string, text: string): JsonObject | null {
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return Object.fromEntries(new URLSearchParams(text));
  const value = foreignJson(text);
  return isObject(value) ? value : null;
}
