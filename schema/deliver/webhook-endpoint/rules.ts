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
    waits: { SENDING: 'wait until this attempt ends' },
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

/** The most endpoints of a workspace in one environment that are not deleted. */
export const maxEndpoints = 20;

const seconds = 1000;
const minutes = 60 * seconds;

/** The wait after each failed attempt; the delivery fails after the last of them. */
// oxfmt-ignore
const waitsMs: Record<Environment, readonly number[]> = {
  SANDBOX: [5 * seconds, minutes,     10 * minutes, hourMs],
  LIVE:    [5 * seconds, 5 * minutes, 30 * minutes, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs, 20 * hourMs, 24 * hourMs],
};

/**
 * The random share by which a wait varies, so that deliveries that failed together are not retried together.
 */
const jitter = 0.2;

export function maxTries(environment: Environment): number {
  return waitsMs[environment].length + 1;
}

/** Returns the time of the next attempt after this many; null if there is none. `chance` is from 0 to 1. */
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

/** The longest `Retry-After` of a receiver that the server honors. */
const maxRetryAfterMs = 24 * hourMs;

/** The time limit of an attempt, from the lookup of the host on. */
export const attemptMs = 15_000;
/** The stored length of an answer. */
export const maxAnswerBytes = 1024;

/** The most concurrent attempts at one endpoint, by all workers. */
export const maxInFlight = 10;

/** For how many days the events of a paused endpoint are kept for it. */
export const pausedDays = 7;

/** The most deliveries of one replay command. The pace leaves room for new deliveries. */
export const maxReplayed = 10_000;
export const replaysPerSecond = 10;

/** The most concurrent deliveries of one worker. */
export const maxAtOnce = 256;
/** The most of these for one workspace, and the most probes of open circuits. */
export const maxOfWorkspace = 64;
export const maxProbes = 64;
/**
 * The last places, for endpoints with no delivery in flight: the remainder if three workspaces use their
 * maximum.
 */
export const roomForIdle = 64;
/**
 * The most places of a workspace while only the last ones are free, so that they suffice for sixteen more
 * workspaces.
 */
export const maxOfWorkspaceWhenCrowded = 4;
/** For how many seconds an opened signing secret is cached; each opening is audited. */
export const heldSeconds = 600;

/** A worker that has not renewed its lease for so long counts as crashed. */
export const leaseSeconds = 20;
export const beatSeconds = 4;
