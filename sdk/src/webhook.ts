import { systemClock } from './clock.ts';
import type { WebhookMessage } from './types.ts';

/** The reasons for rejecting a delivery. */
// oxfmt-ignore
export const webhookErrors = {
  secret_unusable:      'The secret is not a signing secret.',
  body_parsed:          'The body is neither text nor bytes.',
  header_missing:       'A header is missing. The request is not a delivery, or a proxy removes headers.',
  header_malformed:     'A header is malformed.',
  too_old:              'The signature is too old. Someone repeats the message, or a clock is wrong.',
  too_new:              'The signature is from the future. A clock is wrong.',
  no_signature_matches: 'No signature matches the secret and the body.',
  not_a_message:        'The signature is valid, but the body is not a message.',
} as const;

export type WebhookErrorCode = keyof typeof webhookErrors;

/** Thrown by `verifyWebhook`. Answer such a request with 400 and do nothing else. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** `Headers`, or an object with header names in any case. */
export type WebhookHeaders =
  | { get: (name: string) => string | null }
  | Record<string, string | readonly string[] | undefined>;

export interface VerifyOptions {
  /** How far the timestamp may differ from now, in either direction; by default 300 seconds. */
  toleranceSeconds?: number;
  now?: Date;
}

/**
 * Verifies a delivery signed with the secret, or with one of several, and returns its message. The payload is
 * the raw body, before any parsing. Throws a `WebhookError` if it is invalid. Does not detect repeated
 * messages: store each `id` and process it once.
 */
export async function verifyWebhook(
  payload: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date(systemClock.now()) }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const body = bytesOf(payload);
  const keys = await Promise.all(secretsIn(secrets).map(keyOf));
  const [id, timestamp, signatures] = [
    valueOf(headers, 'webhook-id'),
    valueOf(headers, 'webhook-timestamp'),
    valueOf(headers, 'webhook-signature').split(' '),
  ];
  assertRecent(timestamp, now, toleranceSeconds);
  const content = joined(utf8.encode(`${id}.${timestamp}.`), body);
  const expected = await Promise.all(keys.map(async (key) => await signatureBy(key, content)));
  if (!oneOf(signatures, expected))
    throw new WebhookError(
      'no_signature_matches',
      'No signature matches. Usually the body was parsed and serialized again: pass the bytes ' +
        'that you received. Otherwise the secret belongs to another endpoint, or was rotated.',
    );
  return messageIn(body);
}

const utf8 = new TextEncoder();

function bytesOf(payload: unknown): Uint8Array {
  if (typeof payload === 'string') return utf8.encode(payload);
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload);
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength);
  throw new WebhookError(
    'body_parsed',
    'The payload must be the received body, as text or bytes. A parsed body cannot be verified: read the ' +
      'raw body of this path before anything parses it.',
  );
}

function secretsIn(given: string | readonly string[]): readonly string[] {
  const secrets = [given].flat() as unknown[];
  if (
    secrets.length > 0 &&
    secrets.every((secret) => typeof secret === 'string' && /^whsec_\S+$/.test(secret))
  )
    return secrets as string[];
  throw new WebhookError(
    'secret_unusable',
    'A secret must be the whole text that begins with whsec_, with nothing before or after it.',
  );
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['sign']);
}

function valueOf(headers: WebhookHeaders, name: string): string {
  const value =
    'get' in headers && typeof headers.get === 'function' ? headers.get(name) : memberOf(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError(
    'header_missing',
    `The header ${name} is missing. Pass all headers of the request. A request without it is not a delivery.`,
  );
}

function memberOf(headers: object, name: string): unknown {
  const value: unknown = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function assertRecent(timestamp: string, now: Date, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('header_malformed', 'The header webhook-timestamp must be a number of seconds.');
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  const allowed = `the tolerance is ${toleranceSeconds} seconds. Check the clock of this machine`;
  if (age > toleranceSeconds)
    throw new WebhookError(
      'too_old',
      `The message was signed ${age} seconds ago, and ${allowed}. Sallyport signs each attempt again.`,
    );
  // Also true if one of them is NaN.
  if (!(age >= -toleranceSeconds))
    throw new WebhookError(
      'too_new',
      `The message was signed ${-age} seconds in the future, and ${allowed}.`,
    );
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

async function signatureBy(key: CryptoKey, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
  return `v1,${btoa(String.fromCharCode(...signature))}`;
}

// Compares every pair completely, so that the time reveals nothing.
function oneOf(signatures: readonly string[], expected: readonly string[]): boolean {
  const matches = expected.flatMap((one) => signatures.map((signature) => isSame(one, signature)));
  return matches.includes(true);
}

function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

function messageIn(body: Uint8Array): WebhookMessage {
  try {
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof message === 'object' && message !== null && 'id' in message) return message as WebhookMessage;
  } catch {
    // Thrown below, without the original message.
  }
  throw new WebhookError('not_a_message', 'The signature is valid, but the body is not a message.');
}
