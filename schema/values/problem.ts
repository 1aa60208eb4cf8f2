import { errorTable } from './error-table.ts';
import { refusalBody, type Refusal } from './errors.ts';

/** Returns a refusal as the body of an `application/problem+json` answer (RFC 9457). */
export function problemOf(refusal: Refusal, requestId: string) {
  return {
    type: `urn:sallyport:problem:${refusal.code}`,
    title: errorTable[refusal.code][1],
    detail: refusal.message,
    message: refusal.message,
    ...refusalBody(refusal, requestId),
  };
}
