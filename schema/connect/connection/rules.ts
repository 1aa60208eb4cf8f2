import type { ConnectionAuthorizationStatus } from '../../../db/models/connection-authorization.ts';
import type { Connection, ConnectionStatus } from '../../../db/models/connection.ts';
import { machine } from '../../values/machine.ts';
import { hoursAfter, secondsAfter } from '../../values/time.ts';

type ConnectionMove =
  | 'update'
  | 'authorize'
  | 'complete'
  | 'deny'
  | 'expire'
  | 'degrade'
  | 'recover'
  | 'demand'
  | 'disable'
  | 'enable'
  | 'draft'
  | 'disconnect'
  | 'end';

/**
 * What waits for a person at the provider serves by its old grant meanwhile, and is back where it was if nothing comes of it:
 * `moveAfterAuthorization` says by which move.
 */
export const connectionMoves = machine<ConnectionStatus, ConnectionMove>(
  'connection',
  {
    commands: {
      update: 'updated',
      authorize: 'authorized',
      disable: 'disabled',
      enable: 'enabled',
      disconnect: 'disconnected',
    },
    states: {
      DRAFT: 'not authorized yet',
      PENDING_AUTHORIZATION: 'waiting to be authorized',
      ACTION_REQUIRED: 'in need of a fix',
      PENDING_REAUTHORIZATION: 'waiting to be authorized again',
      FAILED: 'not authorized, since the provider or its person refused',
      EXPIRED: 'not authorized in time',
      DISCONNECTING: 'being disconnected',
    },
  },
  {
    DRAFT: {
      update: 'DRAFT',
      authorize: 'PENDING_AUTHORIZATION',
      disable: 'DISABLED',
      disconnect: 'DISCONNECTING',
    },
    PENDING_AUTHORIZATION: {
      update: 'PENDING_AUTHORIZATION',
      authorize: 'PENDING_AUTHORIZATION',
      complete: 'ACTIVE',
      deny: 'FAILED',
      expire: 'EXPIRED',
      disable: 'DISABLED',
      disconnect: 'DISCONNECTING',
    },
    FAILED: {
      update: 'FAILED',
      authorize: 'PENDING_AUTHORIZATION',
      disable: 'DISABLED',
      disconnect: 'DISCONNECTING',
    },
    EXPIRED: {
      update: 'EXPIRED',
      authorize: 'PENDING_AUTHORIZATION',
      disable: 'DISABLED',
      disconnect: 'DISCONNECTING',
    },
    ACTIVE: {
      update: 'ACTIVE',
      authorize: 'PENDING_REAUTHORIZATION',
      degrade: 'DEGRADED',
      demand: 'ACTION_REQUIRED',
      disable: 'DISABLED',
      disconnect: 'DISCONNECTING',
    },
    DEGRADED: {
      update: 'DEGRADED',
      authorize: 'PENDING_REAUTHORIZATION',
      recover: 'ACTIVE',
      demand: 'ACTION_REQUIRED',
      disable: 'DISABLED',
      disconnect: 'DISCONNECTING',
    },
    ACTION_REQUIRED: {
      update: 'ACTION_REQUIRED',
      authorize: 'PENDING_REAUTHORIZATION',
      // Its grant ended while somebody was on their way for another.
      complete: 'ACTIVE',
      recover: 'ACTIVE',
      disable: 'DISABLED',
      disconnect: 'DISCONNECTING',
    },
    PENDING_REAUTHORIZATION: {
      update: 'PENDING_REAUTHORIZATION',
      authorize: 'PENDING_REAUTHORIZATION',
      complete: 'ACTIVE',
      recover: 'ACTIVE',
      demand: 'ACTION_REQUIRED',
      disable: 'DISABLED',
      disconnect: 'DISCONNECTING',
    },
    DISABLED: {
      update: 'DISABLED',
      enable: 'ACTIVE',
      demand: 'ACTION_REQUIRED',
      // Nobody has ever authorized it.
      draft: 'DRAFT',
      disconnect: 'DISCONNECTING',
    },
    DISCONNECTING: { end: 'DISCONNECTED' },
    DISCONNECTED: {},
  },
);

export const authorizationMoves = machine<
  ConnectionAuthorizationStatus,
  'complete' | 'fail' | 'expire' | 'supersede'
>(
  'authorization',
  { commands: {} },
  {
    PENDING: { complete: 'COMPLETED', fail: 'FAILED', expire: 'EXPIRED', supersede: 'SUPERSEDED' },
    COMPLETED: {},
    FAILED: {},
    EXPIRED: {},
    SUPERSEDED: {},
  },
);

/** Where a connection is once nobody is on their way to its provider any more, and nothing came of it. */
export function moveAfterAuthorization({ problem }: Pick<Connection, 'problem'>): 'demand' | 'recover' {
  return problem === null ? 'recover' : 'demand';
}

/** States in which calls may be made. */
export const serving: ReadonlySet<ConnectionStatus> = new Set([
  'ACTIVE',
  'DEGRADED',
  'PENDING_REAUTHORIZATION',
]);

/** Whether calls may be made through it. */
export function serves({ status, problem }: Pick<Connection, 'status' | 'problem'>): boolean {
  return serving.has(status) && problem === null;
}

/** How many connections a project may have that are not disconnected. */
export const maxConnections = 200;
/** How long somebody may be on their way to the provider. */
export const authorizationMinutes = 15;

const checkHours = 6;

/** When it is looked at next whether it works; null where there is nothing to look with. */
export function checkAfter(
  { testCapabilityId }: Pick<Connection, 'testCapabilityId'>,
  now: Date,
): Date | null {
  return testCapabilityId === null ? null : hoursAfter(now, checkHours);
}

/** Telling the provider that a grant has ended is tried for so long. */
export const revokeHours = 24;

/** One process alone fetches new tokens, within this time. */
export const refreshLeaseSeconds = 60;

const tokenMarginMs = 30_000;
const tokenMarginShare = 0.2;

/** Until when a token is sent: half a minute before its end, of a short life its last fifth. */
export function sendableUntil(expiresAt: Date, issuedAt: Date | null): Date {
  const lifeMs = issuedAt === null ? Infinity : expiresAt.getTime() - issuedAt.getTime();
  return new Date(expiresAt.getTime() - Math.min(tokenMarginMs, lifeMs * tokenMarginShare));
}

/** So many refusals in a row show what a test would: that the credential works no more. */
export const maxRefusedInRow = 3;

/** How many providers a job asks at once. */
export const providersAtOnce = 10;

const refreshAtShare = 0.8;
const refreshAtLeastSeconds = 60;
const refreshAtMostHours = 24;

/** When tokens are refreshed: once four fifths of their life are over, and each day; at most once a minute. */
export function refreshAfter(expiresAt: Date | null, now: Date): Date {
  const daily = hoursAfter(now, refreshAtMostHours);
  if (expiresAt === null) return daily;
  const share = now.getTime() + (expiresAt.getTime() - now.getTime()) * refreshAtShare;
  const soonest = secondsAfter(now, refreshAtLeastSeconds).getTime();
  return new Date(Math.min(Math.max(share, soonest), daily.getTime()));
}

const minute = 60;
const backoffSeconds = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute] as const;

/** When a refresh that failed for no fault of ours is tried again. */
export function refreshRetryAfter(failures: number, now: Date): Date {
  return secondsAfter(now, backoffSeconds[Math.min(failures, backoffSeconds.length) - 1] ?? minute);
}

/** From so many failures on the connection is degraded. */
export const maxRefreshFailures: number = backoffSeconds.length;
