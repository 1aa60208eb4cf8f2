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
 * During a reauthorization, a connection serves with its old grant. If the reauthorization fails, the
 * connection makes the move that `moveAfterAuthorization` returns.
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
      // Its grant ended during a reauthorization.
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
      // It was never authorized.
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

/** Returns the move of a connection whose reauthorization failed or expired. */
export function moveAfterAuthorization({ problem }: Pick<Connection, 'problem'>): 'demand' | 'recover' {
  return problem === null ? 'recover' : 'demand';
}

/** The statuses that admit calls. */
export const serving: ReadonlySet<ConnectionStatus> = new Set([
  'ACTIVE',
  'DEGRADED',
  'PENDING_REAUTHORIZATION',
]);

/** Whether the connection admits calls. */
export function serves({ status, problem }: Pick<Connection, 'status' | 'problem'>): boolean {
  return serving.has(status) && problem === null;
}

/** The statuses of a connection that only a person can make work again; the server does not try. */
export const brokenStatuses = ['ACTION_REQUIRED', 'FAILED', 'EXPIRED'] as const satisfies ConnectionStatus[];

/** The maximum number of connections in a project that are not disconnected. */
export const maxConnections = 200;
/** How long a person may take to authorize a connection. */
export const authorizationMinutes = 15;

const checkHours = 6;

/** Returns when to test a connection next; null without a test. */
export function checkAfter(
  { testCapabilityId }: Pick<Connection, 'testCapabilityId'>,
  now: Date,
): Date | null {
  return testCapabilityId === null ? null : hoursAfter(now, checkHours);
}

/** How long the server tries to revoke a grant. */
export const revokeHours = 24;

/** How long one process has the exclusive right to fetch new tokens. */
export const refreshLeaseSeconds = 60;

const tokenMarginMs = 30_000;
const tokenMarginShare = 0.2;

/**
 * Returns until when a token is sent: 30 seconds before its expiry, or a fifth of its life if that is less.
 */
export function sendableUntil(expiresAt: Date, issuedAt: Date | null): Date {
  const lifeMs = issuedAt === null ? Infinity : expiresAt.getTime() - issuedAt.getTime();
  return new Date(expiresAt.getTime() - Math.min(tokenMarginMs, lifeMs * tokenMarginShare));
}

/** How many consecutive refusals show, without a test, that the credential no longer works. */
export const maxRefusedInRow = 3;

/** How many providers a job calls at the same time. */
export const providersAtOnce = 10;

const refreshAtShare = 0.8;
const refreshAtLeastSeconds = 60;
const refreshAtMostHours = 24;

/** Returns when to refresh tokens: after four fifths of their life, at least daily, at most once a minute. */
export function refreshAfter(expiresAt: Date | null, now: Date): Date {
  const daily = hoursAfter(now, refreshAtMostHours);
  if (expiresAt === null) return daily;
  const share = now.getTime() + (expiresAt.getTime() - now.getTime()) * refreshAtShare;
  const soonest = secondsAfter(now, refreshAtLeastSeconds).getTime();
  return new Date(Math.min(Math.max(share, soonest), daily.getTime()));
}

const minute = 60;
const backoffSeconds = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute] as const;

/** Returns when to retry a refresh that failed for a temporary reason. */
export function refreshRetryAfter(failures: number, now: Date): Date {
  return secondsAfter(now, backoffSeconds[Math.min(failures, backoffSeconds.length) - 1] ?? minute);
}

/** The number of failed refreshes after which a connection is degraded. */
export const maxRefreshFailures: number = backoffSeconds.length;
