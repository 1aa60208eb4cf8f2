import { exampleHeader } from '../product-call/answer.ts';

// They choose the answer, and name the form of the body.
const always: ReadonlySet<string> = new Set(['accept', 'content-type', exampleHeader]);
// RFC 9110 §7.6.1, and what only the server sets.
const barred =
  /^(?:authorization|cookie|host|connection|content-length|expect|keep-alive|proxy-.*|sallyport-.*|te|trailer|transfer-encoding|upgrade)$/;

/** Whether a caller may send the header to every operation. */
export function isAlways(name: string): boolean {
  return always.has(name.toLowerCase());
}

/** Whether no caller may send the header, even if the operation describes it. */
export function isBarred(name: string): boolean {
  return barred.test(name.toLowerCase());
}
