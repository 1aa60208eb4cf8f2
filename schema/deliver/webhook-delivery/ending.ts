import type { DeliveryStatus, WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { secondsAfter } from '../../values/time.ts';
import { deliveryMoves, maxTries, nextTryAt } from '../webhook-endpoint/rules.ts';
import type { Finished } from './send.ts';

/** What becomes of a delivery after an attempt. */
export interface Ending {
  status: DeliveryStatus;
  /** When it is sent again; null where it has ended. */
  dueAt: Date | null;
  /** How many tries it has had then. */
  tries: number;
  /** False where it is to be told that it came to nothing. */
  isTold: boolean;
}

export interface Outcome extends Finished {
  ending: Ending;
}

interface Then {
  /** Whether the endpoint is sent nothing any more. */
  isStopped: boolean;
  now: Date;
}

/** Sent again as long as there is a try left, unless it arrived or nobody wants it any more. */
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
 * When what broke off here, and not at the receiver, is sent again: at once the first time, and then after longer and longer,
 * up to an hour, since what breaks off again and again may be what brings its process to an end.
 */
export function afterInterruption(
  { attempts, tries }: Pick<WebhookDelivery, 'attempts' | 'tries'>,
  now: Date,
): Date {
  // The one that has just broken off was counted as a try.
  const before = attempts - tries;
  if (before === 0) return now;
  return secondsAfter(now, Math.min(3600, 5 * 2 ** Math.min(before - 1, 10)));
}

// Told of each other, two receivers that fail would never come to an end.
function isQuiet({ eventId, eventType }: WebhookDelivery): boolean {
  return eventId === null || eventType.startsWith('webhook_');
}
