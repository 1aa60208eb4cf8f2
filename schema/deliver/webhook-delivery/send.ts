import type { AttemptOutcome } from '../../../db/models/webhook-attempt.ts';
import type { DisabledReason } from '../../../db/models/webhook-endpoint.ts';
import type { Context } from '../../kernel/context.ts';
import { retryAfterSecondsIn } from '../../connect/gateway/retry-after.ts';
import { childOf } from '../../connect/gateway/trace.ts';
import { EgressFailure, type EgressFailureCode, type IncomingAnswer } from '../../kernel/ports/egress.ts';
import type { Claimed } from './claim.ts';
import { addressParts } from './address-parts.ts';
import { lastingHeaders } from './content.ts';
import { attemptMs, maxAnswerBytes } from '../webhook-endpoint/rules.ts';
import { signatureOf, timestampOf } from './sign.ts';
import { withoutSecrets } from './without-secrets.ts';

/** The result of one attempt. */
export interface Attempted {
  outcome: AttemptOutcome;
  statusCode: number | null;
  durationMs: number | null;
  answer: string | null;
  error: string | null;
  /** Set if the receiver asks to disable the endpoint. */
  wish: DisabledReason | null;
  isAborted: boolean;
  retryAfterMs: number;
}

/** A delivery with the result of its attempt. */
export interface Finished {
  claimed: Claimed;
  attempted: Attempted;
  /** SHA-256 of the body; null if it was not sent. */
  bodyDigest: Buffer | null;
}

type Secrets = readonly [string, ...string[]];

/** Sends a delivery once. Returns egress failures as a result instead of throwing them. */
export async function sendOnce(
  { receivers, clock }: Pick<Context, 'receivers' | 'clock'>,
  claimed: Claimed,
  { body, secrets, signal }: { body: string; secrets: Secrets; signal: AbortSignal },
): Promise<Attempted> {
  const begunMs = performance.now();
  const took = () => Math.round(performance.now() - begunMs);
  try {
    const answer = await receivers.send({
      method: 'POST',
      url: new URL(claimed.endpoint.url),
      headers: headersOf(claimed, { body, secrets, at: clock.now() }),
      body,
      bounds: { timeoutMs: attemptMs, maxBytes: 2 * maxAnswerBytes },
      signal,
      isBrief: true,
    });
    const text = shown(answer, { secrets, url: claimed.endpoint.url });
    return { ...judged(answer, clock.now()), durationMs: took(), answer: text };
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error;
    if (signal.aborted) return interrupted('The process stopped while it was sending.', took());
    return { ...unsent, outcome: outcomes[error.code], durationMs: took(), error: error.message };
  }
}

function headersOf(claimed: Claimed, { body, secrets, at }: { body: string; secrets: Secrets; at: Date }) {
  const { messageId: id, attempts } = claimed.delivery;
  return {
    ...lastingHeaders(claimed),
    traceparent: childOf(null),
    'webhook-timestamp': String(timestampOf(at)),
    'webhook-signature': signatureOf({ id, at, body }, secrets),
    'webhook-attempt': String(attempts),
  };
}

/**
 * Returns the result for an error on our side. It does not affect the receiver's health and counts as no try.
 */
export function interrupted(error: string, durationMs: number | null = null): Attempted {
  return { ...unsent, outcome: 'INTERRUPTED', durationMs, error };
}

const unsent = { statusCode: null, answer: null, wish: null, isAborted: false, retryAfterMs: 0 };

/** The header of an answer in which a receiver asks to disable the endpoint or to abort the message. */
const deliveryHeader = 'webhook-delivery';

function judged({ status, headers }: IncomingAnswer, now: Date) {
  const isTaken = status >= 200 && status < 300;
  const wished = new Set(headers[deliveryHeader]?.toLowerCase().split(/[\s,]+/));
  const mayWait = status === 429 || status === 503;
  return {
    outcome: isTaken ? ('SUCCEEDED' as const) : ('REFUSED' as const),
    statusCode: status,
    error: isTaken ? null : sentenceOf(status),
    wish: wished.has('disable') ? ('RECEIVER_REQUEST' as const) : status === 410 ? ('GONE' as const) : null,
    isAborted: wished.has('abort-message'),
    retryAfterMs: mayWait ? (retryAfterSecondsIn(headers, now) ?? 0) * 1000 : 0,
  };
}

function sentenceOf(status: number): string {
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}. The server does not follow redirects: change the URL of the endpoint.`;
  if (status === 410) return 'The receiver answered 410, so it no longer wants deliveries.';
  return `The receiver answered ${status}. Only a status from 200 to 299 acknowledges a delivery.`;
}

// oxfmt-ignore
const outcomes: Record<EgressFailureCode, AttemptOutcome> = {
  destination_not_allowed: 'NOT_ALLOWED',
  request_not_allowed:     'NOT_ALLOWED',
  redirect_not_allowed:    'REFUSED',
  unreachable:             'UNREACHABLE',
  timeout:                 'TIMED_OUT',
  answer_too_large:        'UNREADABLE',
  answer_unreadable:       'UNREADABLE',
};

// Twice the stored length is read, so that a secret at the cut is removed whole.
function shown(
  { body, headers }: IncomingAnswer,
  { secrets, url }: { secrets: Secrets; url: string },
): string | null {
  if (body.length === 0) return null;
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return null;
  const text = withoutSecrets(storableText(body), [...secrets, ...addressParts(url)])
    .slice(0, maxAnswerBytes)
    .toWellFormed()
    .trim();
  return text === '' ? null : text;
}

// PostgreSQL cannot store U+0000, and a cut may split a character.
function storableText(body: Buffer): string {
  return body
    .toString()
    .replaceAll('\u0000', '')
    .replace(/\uFFFD+$/, '')
    .toWellFormed();
}
