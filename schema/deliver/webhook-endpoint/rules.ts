import type { Environment } from '../../../db/models/api-key.ts';
import type { DeliveryStatus } from '../../../db/models/webhook-delivery.ts';
import type { WebhookEndpointStatus } from '../../../db/models/webhook-endpoint.ts';
import { machine } from '../../values/machine.ts';
import { hourMs } from '../../values/time.ts';

type EndpointMove =
  | 'update'
  | 'rotate the secret of'
  | 'pause'
  | 'resume'
  | 'enable'
  | 'disable'
  | 'delete'
  | 'send to';

export const endpointMoves = machine<WebhookEndpointStatus, EndpointMove>(
  'webhook endpoint',
  {
    commands: {
      update: 'updated',
      'rotate the secret of': 'given another secret',
      pause: 'paused',
      resume: 'resumed',
      enable: 'enabled',
      delete: 'deleted',
      'send to': 'sent something',
    },
  },
  {
    ACTIVE: {
      update: 'ACTIVE',
      'rotate the secret of': 'ACTIVE',
      'send to': 'ACTIVE',
      pause: 'PAUSED',
      disable: 'DISABLED',
      delete: 'DELETED',
    },
    PAUSED: {
      update: 'PAUSED',
      'rotate the secret of': 'PAUSED',
      resume: 'ACTIVE',
      disable: 'DISABLED',
      delete: 'DELETED',
    },
    DISABLED: { update: 'DISABLED', 'rotate the secret of': 'DISABLED', enable: 'ACTIVE', delete: 'DELETED' },
    DELETED: {},
  },
);

type DeliveryMove = 'send' | 'succeed' | 'retry' | 'fail' | 'discard' | 'replay';

export const deliveryMoves = machine<DeliveryStatus, DeliveryMove>(
  'delivery',
  {
    commands: { replay: 'replayed' },
    states: { PENDING: 'waiting to be sent', SENDING: 'being sent', RETRYING: 'waiting to be sent again' },
  },
  {
    PENDING: { send: 'SENDING', discard: 'DISCARDED', replay: 'PENDING' },
    SENDING: { succeed: 'SUCCEEDED', retry: 'RETRYING', fail: 'FAILED', discard: 'DISCARDED' },
    RETRYING: { send: 'SENDING', discard: 'DISCARDED', replay: 'PENDING' },
    SUCCEEDED: { replay: 'PENDING' },
    FAILED: { replay: 'PENDING' },
    DISCARDED: { replay: 'PENDING' },
  },
);

/** Endpoints of a workspace in one environment that are not deleted. */
export const maxEndpoints = 20;

const seconds = 1000;
const minutes = 60 * seconds;

/** How long after each failed attempt the next one is due; after the last of them the delivery has failed. */
// oxfmt-ignore
const waitsMs: Record<Environment, readonly number[]> = {
  SANDBOX: [5 * seconds, minutes,     10 * minutes, hourMs],
  LIVE:    [5 * seconds, 5 * minutes, 30 * minutes, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs, 20 * hourMs, 24 * hourMs],
};

/** By how much a wait is longer or shorter, so that what failed together does not come back together. */
const jitter = 0.2;

export function maxTries(environment: Environment): number {
  return waitsMs[environment].length + 1;
}

/** When the attempt after this many is due, or null where there is none; `chance` is from 0 to 1. */
export function nextTryAt(
  environment: Environment,
  tries: number,
  { now, chance, retryAfterMs = 0 }: { now: Date; chance: number; retryAfterMs?: number },
): Date | null {
  const wait = waitsMs[environment][tries - 1];
  if (wait === undefined) return null;
  const spread = wait * (1 + jitter * (2 * chance - 1));
  return new Date(now.getTime() + Math.max(spread, Math.min(retryAfterMs, maxRetryAfterMs)));
}

/** The longest that a receiver may ask to be let alone. */
const maxRetryAfterMs = 24 * hourMs;

/** Of an attempt, from the first look for the host to the answer's beginning. */
export const attemptMs = 15_000;
/** What is kept of an answer. */
export const maxAnswerBytes = 1024;

/** Attempts at once at one endpoint, of all workers. */
export const maxInFlight = 10;

/** How long what happened while an endpoint was paused is kept for it. */
export const pausedDays = 7;

/** Of one command that replays several; they are sent at this pace, so that what is new is not held up. */
export const maxReplayed = 10_000;
export const replaysPerSecond = 10;

/** Deliveries that one worker sends at once. */
export const maxAtOnce = 256;
/** Of those at most so many of one workspace, and so many that try receivers whose circuits are open. */
export const maxOfWorkspace = 64;
export const maxProbes = 64;
/** The last of them, for endpoints of which it sends nothing at the moment: what three workspaces leave that have all theirs. */
export const roomForIdle = 64;
/** A workspace gets one of the last while it has fewer than so many in all; so they are enough for sixteen workspaces more. */
export const maxOfWorkspaceWhenCrowded = 4;
/** How long a signing secret is held open; that it is opened is audited each time. */
export const heldSeconds = 600;

/** A worker that has said nothing for so long is taken for lost. */
export const leaseSeconds = 20;
export const beatSeconds = 4;
