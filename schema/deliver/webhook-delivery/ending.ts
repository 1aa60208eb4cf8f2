import type { DeliveryStatus, WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { secondsAfter } from '../../values/time.ts';
import { deliveryMoves, maxTries, nextTryAt } from '../webhook-endpoint/rules.ts';
import type { Finished } from './send.ts';

/** The next state of a delivery after an attempt. */
export interface Ending {
  status: DeliveryStatus;
  /** The time of the next attempt; null after the end. */
  dueAt: Date | null;
  /** The number of tries so far. */
  tries: number;
  /** False if the failure still has to be reported. */
  isTold: boolean;
}

export interface Outcome extends Finished {
  ending: Ending;
}

interface Then {
  /** Whether the endpoint is disabled or deleted. */
  isStopped: boolean;
  now: Date;
}

/**
 * Returns a retry while tries remain, unless the delivery succeeded, the receiver aborted it, or the endpoint
 * is stopped.
 */
export function ending({ claimed: { delivery, endpoint }, attempted }: Finished, then: Then): Ending {
  const { tries } = delivery;
  const { outcome, isAborted, retryAfterMs } = attempted;
  const { now, isStopped } = then;
  if (outcome === 'SUCCEEDED') return ended('succeed', tries);
  if (isStopped) return ended('discard', tries);
  if (outcome === 'INTERRUPTED') return again(afterInterruption(delivery, now), tries - 1);
  const isOver = isAborted || tries >= maxTries(endpoint.environment);
  if (isOver) return ended('fail', tries, isQuiet(delivery));
  const chance = Math.random();
  return again(nextTryAt(endpoint.environment, tries, { now, chance, retryAfterMs }), tries);
}

function ended(move: 'succeed' | 'fail' | 'discard', tries: number, isTold = true): Ending {
  return { status: deliveryMoves.next('SENDING', move), dueAt: null, tries, isTold };
}

function again(dueAt: Date | null, tries: number): Ending {
  return { status: deliveryMoves.next('SENDING', 'retry'), dueAt, tries, isTold: true };
}

/**
 * Returns the time of the retry after an interruption on our side: immediately for the first one, then with
 * growing delays up to an hour. The delays grow because a delivery that is interrupted repeatedly may be what
 * crashes its process.
 */
export function afterInterruption(
  { attempts, tries }: Pick<WebhookDelivery, 'attempts' | 'tries'>,
  now: Date,
): Date {
  // The interrupted attempt was counted as a try.
  const before = attempts - tries;
  if (before === 0) return now;
  return secondsAfter(now, Math.min(3600, 5 * 2 ** Math.min(before - 1, 10)));
}

// Two failing receivers would otherwise report each other's failures forever.
function isQuiet({ eventId, eventType }: WebhookDelivery): boolean {
  return eventId === null || eventType.startsWith('webhook_');
}
