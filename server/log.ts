import pino from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Log, LogEvent } from '../schema/kernel/ports/log.ts';
import { secretPattern } from '../schema/values/secret.ts';
import { gathered, type LogStream } from './log-lines.ts';
import { credentialInUrl, replaceCredentials, routeOnly } from '../schema/values/credential-in-url.ts';

export interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** The destination; stdout by default. */
  stream?: LogStream;
  /** Formatted for people instead of programs; by default if stdout is a terminal. */
  pretty?: boolean;
}

export interface ServerLog extends Log {
  /** Logs the event that ends the process: the line is written when this returns. */
  fatal(event: LogEvent): void;
  /** Writes the gathered lines. */
  flush(): void;
}

/** How many more values of an event are read. */
interface Walk {
  left: number;
}

const redacted = '[redacted]';
const bounds = { values: 500, depth: 8, text: 4096, frames: 8, frame: 200 };

const credentialName = /(?:authorization|cookie|password|secret|token|master[-_]?key)$/i;
const bearer = /bearer(?:\s|%20|[+:])+[\w.~+/=%-]+/gi;
const privateKey = /-----BEGIN[^-]{1,60}KEY-----[\s\S]*?(?:-----END[^-]{1,60}KEY-----|$)/g;
const percentEncoded = /%[0-9a-fA-F]{2}/;
// A quick test that is enough for most texts.
const mayHoldCredential = new RegExp(
  `${secretPattern.source}|//|eyJ|-----BEGIN|[bB][eE][aA][rR][eE][rR]|${percentEncoded.source}`,
);

/**
 * Creates a log of JSON or readable lines. It redacts every value that is named like a credential or looks
 * like one.
 */
export function createLog({ level, stream, pretty }: LogOptions): ServerLog {
  const isPretty = pretty ?? (stream === undefined && process.stdout.isTTY);
  // Synchronous: if the reader has gone, a flush of asynchronous writes never ends.
  const out: LogStream = stream ?? gathered(pino.destination({ dest: 1, sync: true }));
  const logger = pino(
    {
      level,
      base: null,
      timestamp: timer(),
      formatters: { level: (label) => ({ level: label }) },
    },
    isPretty ? readable(out) : { write: (line) => void out.write(line) },
  );
  const writer = (name: 'debug' | 'info' | 'warn' | 'error' | 'fatal') => (event: LogEvent) => {
    if (logger.isLevelEnabled(name)) logger[name](scrubEvent(event));
  };
  const flush = () => out.flushSync?.();
  const fatal = (event: LogEvent) => {
    writer('fatal')(event);
    flush();
  };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    fatal,
    flush,
  };
}

/** Many lines share a millisecond, and formatting it costs as much as the rest of a line. */
function timer(): () => string {
  const { epochTime, isoTime } = pino.stdTimeFunctions;
  let [last, field] = ['', ''];
  return () => {
    const now = epochTime();
    if (now !== last) [last, field] = [now, isoTime()];
    return field;
  };
}

function readable(out: LogStream): LogStream {
  const format = prettyFactory({
    singleLine: true,
    colorize: process.stdout.isTTY,
    messageKey: 'event',
    translateTime: 'SYS:HH:MM:ss.l',
  });
  return { write: (line) => void out.write(format(line)) };
}

/** Returns a copy of the event in plain values, within bounds and without credentials. Never throws. */
export function scrubEvent(event: LogEvent): Record<string, unknown> {
  try {
    return scrubFields(event, { left: bounds.values }, 0);
  } catch {
    return { event: scrubText(event.event), note: 'The fields of this event could not be read.' };
  }
}

function scrub(value: unknown, walk: Walk, depth: number): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > bounds.depth) return '[deeper]';
  if (value instanceof Error) return scrubError(value, walk, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL) return scrubText(routeOnly(value.href));
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) {
    return scrubList(value, walk, depth);
  }
  return scrubFields(value, walk, depth);
}

function scrubFields(fields: object, walk: Walk, depth: number): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    walk.left -= 1;
    if (walk.left < 0) break;
    const value = (fields as Record<string, unknown>)[name];
    if (isHarmless(name)) out[name] = scrub(value, walk, depth + 1);
    else if (credentialName.test(name)) out[scrubText(name)] = redacted;
    else if (name === 'stack' && typeof value === 'string') out[name] = framesOf(value, '');
    else out[scrubText(name)] = scrub(value, walk, depth + 1);
  }
  return out;
}

const harmlessNames = new Set<string>();
const maxHarmlessNames = 500;

/** Whether a name is no credential and does not name one. Our own names are few, and occur in every line. */
function isHarmless(name: string): boolean {
  if (harmlessNames.has(name)) return true;
  if (name === 'stack' || credentialName.test(name) || scrubText(name) !== name) return false;
  if (harmlessNames.size < maxHarmlessNames) harmlessNames.add(name);
  return true;
}

function scrubList(list: Iterable<unknown>, walk: Walk, depth: number): unknown[] {
  const out: unknown[] = [];
  for (const value of list) {
    walk.left -= 1;
    if (walk.left < 0) break;
    out.push(scrub(value, walk, depth + 1));
  }
  return out;
}

// The other fields of a database error can contain rows.
function scrubError(error: Error, walk: Walk, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  walk.left -= 1;
  return {
    name: scrubText(name),
    message: scrubText(message),
    ...('code' in error && { code: scrub(error.code, walk, depth + 1) }),
    ...(typeof stack === 'string' && { stack: framesOf(stack, message) }),
    ...(cause !== undefined && walk.left > 0 && { cause: scrub(cause, walk, depth + 1) }),
    ...(error instanceof AggregateError && { errors: scrubList(error.errors, walk, depth + 1) }),
  };
}

/** The frames of a stack without its first part, the message. */
function framesOf(stack: string, message: string): string {
  const at = stack.indexOf(message);
  return scrubText(at === -1 ? stack : stack.slice(at + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, bounds.frames)
    .map((line) => line.trim().slice(0, bounds.frame))
    .join('\n');
}

function scrubText(text: string): string {
  const short = text.length > bounds.text ? cut(text) : text;
  if (!mayHoldCredential.test(short)) return short;
  const scrubbed = short.replace(privateKey, redacted).replace(bearer, redacted);
  // In an encoded text, the start and end of a credential are unknown.
  if (percentEncoded.test(scrubbed) && credentialInUrl(scrubbed)) return redacted;
  return replaceCredentials(scrubbed, redacted);
}

// Cuts at white space, so that no credential is cut into a piece that no pattern recognizes.
function cut(text: string): string {
  let end = bounds.text;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}[${text.length - end} more characters]`;
}
