import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Allowance } from '../../schema/kernel/ports/limiter.ts';

/** Work that the fast path did for a request, so that the ordinary path does not repeat it. */
interface Done {
  body: Buffer | null;
  /** The counts against the caller's limits. */
  allowances: readonly Allowance[];
}

const done = new WeakMap<IncomingMessage, Done>();

export function handOver(request: IncomingMessage, what: Done): void {
  done.set(request, what);
}

/** Returns the body that the fast path has read, as a stream, or null. */
export function bodyReadOf(request: IncomingMessage): Readable | null {
  const body = done.get(request)?.body;
  return body ? Readable.from([body]) : null;
}

/** Returns the limits after the count; empty if the request was not counted. */
export function countedOf(request: IncomingMessage): readonly Allowance[] {
  return done.get(request)?.allowances ?? [];
}
