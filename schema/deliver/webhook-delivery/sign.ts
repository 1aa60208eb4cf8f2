import { createHmac } from 'node:crypto';

/**
 * Standard Webhooks signatures. What is signed is `<webhook-id>.<webhook-timestamp>.<body>`, so neither the time nor
 * the body can be another one; the key is the UTF-8 bytes of the whole secret, `whsec_` included, so nobody has to
 * cut or decode it. While a secret is replaced each of both signs, the newest first: receivers take either.
 *
 * The time is that of the attempt, in whole seconds: each attempt is signed anew, over the same id and the same bytes.
 */
export interface Attempted {
  /** The `webhook-id`: the event's, so the same for each attempt. */
  id: string;
  at: Date;
  body: string;
}

/** The value of `webhook-signature`, by one secret or by all that are good at the time, newest first. */
export function signatureOf(attempted: Attempted, secrets: readonly [string, ...string[]]): string {
  const { id, at, body } = attempted;
  const content = `${id}.${timestampOf(at)}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`)
    .join(' ');
}

/** The value of `webhook-timestamp`: seconds since 1970. */
export function timestampOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
