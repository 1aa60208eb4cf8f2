import type { LimitName, Limiter } from '../schema/kernel/ports/limiter.ts';
import type { Limits } from '../schema/kernel/ports/settings.ts';
import type { Log } from '../schema/kernel/ports/log.ts';
import { countAlone } from './limits/alone.ts';
import { createSharedCounter } from './limits/shared-counter.ts';
import { countEach } from './limits/each.ts';
import type { Counts, Limit } from './limits/limit.ts';
import { countBySlices } from './limits/slices.ts';
import { connectRedis } from './redis.ts';

const minute = 60;
const hour = 3600;

/**
 * How several instances count a limit. Limits of every request, or of floods, use slices that are fetched in
 * the background. Rare limits that must be exact query Redis each time.
 */
type Way = 'SLICES' | 'EACH';

/** Each limit with its quota, its window in seconds, and how instances with Redis count it. */
// oxfmt-ignore
const table = (limits: Limits): Record<LimitName, [quota: number, seconds: number, way: Way]> => ({
  sandbox_key:         [limits.sandboxPerKeyPerMinute, minute, 'SLICES'],
  sandbox_application: [limits.sandboxPerApplicationPerMinute, minute, 'SLICES'],
  live_key:            [limits.livePerKeyPerMinute, minute, 'SLICES'],
  live_application:    [limits.livePerApplicationPerMinute, minute, 'SLICES'],
  service:             [limits.keyVerificationsPerServicePerMinute, minute, 'SLICES'],
  mcp_credential:      [limits.mcpPerCredentialPerMinute, minute, 'SLICES'],
  anonymous:           [limits.anonymousPerIpPerMinute, minute, 'SLICES'],
  member:              [limits.consolePerMemberPerMinute, minute, 'SLICES'],
  member_writes:       [limits.consoleWritesPerMemberPerMinute, minute, 'SLICES'],
  failed_auth:         [limits.failedAuthPerIpPerMinute, minute, 'SLICES'],
  key_creation:        [limits.keysPerApplicationPerHour, hour, 'EACH'],
  audit_verification:  [limits.auditVerificationsPerWorkspacePerMinute, minute, 'EACH'],
  explorer:            [limits.explorerCallsPerMemberPerMinute, minute, 'EACH'],
  receipt_verification: [limits.receiptVerificationsPerAddressPerMinute, minute, 'EACH'],
  sign_in_failures:    [limits.signInFailuresPerAccount, 15 * minute, 'EACH'],
  sign_ups:            [limits.signUpsPerIpPerHour, hour, 'EACH'],
  client_registrations: [limits.clientRegistrationsPerIpPerHour, hour, 'EACH'],
  all_client_registrations: [limits.clientRegistrationsPerHour, hour, 'EACH'],
  invitations:         [limits.invitationsPerPersonPerHour, hour, 'EACH'],
  account_mails:       [limits.mailsPerAccountPerHour, hour, 'EACH'],
  password_resets:     [limits.passwordResetsPerIpPerHour, hour, 'EACH'],
  decision_mails:      [limits.decisionMailsPerSubjectPerHour, hour, 'EACH'],
});

export interface OpenLimiter extends Limiter, AsyncDisposable {}

/** The Redis instance that the instances share. */
export interface Shared {
  url: string;
  /** The installation's id. */
  name: string;
  log: Log;
}

const now = () => performance.now();

/** How long a sign-in waits for a Redis that does not answer. */
const patienceMs = 250;

/** Creates a limiter that counts in this process or, with Redis, together with the other instances. */
export function createLimiter(limits: Limits, shared: Shared | null = null): OpenLimiter {
  const redis = shared && connectRedis({ url: shared.url, commandTimeoutMs: patienceMs, onTurn: () => {} });
  const keeper = redis && { redis, prefix: `sallyport:${shared?.name}:limit:` };
  const counter = keeper && shared && createSharedCounter({ ...keeper, log: shared.log });
  const countsOf = (limit: Limit, way: Way): Counts => {
    if (way === 'EACH') return countEach(limit, keeper);
    return counter ? countBySlices(limit, counter, now) : countAlone(limit, now);
  };
  const names = Object.entries(table(limits)) as [LimitName, [number, number, Way]][];
  const all = new Map(
    names.map(([name, [quota, windowSeconds, way]]) => [name, countsOf({ name, quota, windowSeconds }, way)]),
  );
  const of = (name: LimitName): Counts => {
    const counts = all.get(name);
    if (!counts) throw new Error(`There is no limit ${name}.`);
    return counts;
  };
  return {
    take: async (name, subject, count = 1) => of(name).take(subject, count),
    giveBack: async (name, subject) => await of(name).giveBack(subject),
    clear: async (name, subject) => await of(name).clear(subject),
    async [Symbol.asyncDispose]() {
      counter?.[Symbol.dispose]();
      redis?.disconnect();
    },
  };
}
