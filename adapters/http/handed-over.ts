import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Allowance } from '../../schema/kernel/ports/limiter.ts';

/** What was done for a request before it went the ordinary way, and is not to be done twice. */
interface Done {
  body: Buffer | null;
  /** Where it was counted against the limits of who calls. */
  allowances: readonly Allowance[];
}

const done = new WeakMap<IncomingMessage, Done>();

export function handOver(request: IncomingMessage, what: Done): void {
  done.set(request, what);
}

/** The body that was read already, to be read once more. */
export function bodyReadOf(request: IncomingMessage): Readable | null {
  const body = done.get(request)?.body;
  return body ? Readable.from([body]) : null;
}

/** How the limits stood when it was counted; nothing where it was not. */
export function countedOf(request: IncomingMessage): readonly Allowance[] {
  return done.get(request)?.allowances ?? [];
}
