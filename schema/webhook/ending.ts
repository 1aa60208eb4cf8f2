import type { DeliveryStatus } from '../../db/models/webhook-delivery.ts';
import { secondsAfter } from '../time.ts';
import { deliveryMoves, interruptedSeconds, maxTries, nextTryAt } from './rules.ts';
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
  if (outcome === 'INTERRUPTED') return again(secondsAfter(now, interruptedSeconds), tries - 1);
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

// Told of each other, two receivers that fail would never come to an end.
function isQuiet({ trigger, eventType }: Finished['claimed']['delivery']): boolean {
  return trigger === 'SAMPLE' || eventType.startsWith('webhook_');
}
