import { createHmac } from 'node:crypto';

/**
 * Standard Webhooks signatures over `<webhook-id>.<webhook-timestamp>.<body>`. The key is the UTF-8 bytes of
 * the whole secret, including `whsec_`, so receivers need not decode it. During a rotation both secrets sign,
 * newest first; receivers accept either.
 *
 * The timestamp is that of the attempt in whole seconds, so each attempt has a new signature over the same id
 * and body.
 */
export interface Attempted {
  /** The `webhook-id`: the id of the event, the same for every attempt. */
  id: string;
  at: Date;
  body: string;
}

/** Returns the value of `webhook-signature`, with one signature per valid secret, newest first. */
export function signatureOf(attempted: Attempted, secrets: readonly [string, ...string[]]): string {
  const { id, at, body } = attempted;
  const content = `${id}.${timestampOf(at)}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`)
    .join(' ');
}

/** Returns the value of `webhook-timestamp`: seconds since 1970. */
export function timestampOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
