import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, LimitName, Limiter, Limits } from '../schema/ports.ts';

const minute = 60;
const hour = 3600;

/** Each limit with its quota and window in seconds. */
// oxfmt-ignore
const windows = (limits: Limits): Record<LimitName, [quota: number, seconds: number]> => ({
  sandbox_key:         [limits.sandboxPerKeyPerMinute, minute],
  sandbox_application: [limits.sandboxPerApplicationPerMinute, minute],
  service:             [limits.keyVerificationsPerServicePerMinute, minute],
  mcp_credential:      [limits.mcpPerCredentialPerMinute, minute],
  anonymous:           [limits.anonymousPerIpPerMinute, minute],
  member:              [limits.consolePerMemberPerMinute, minute],
  member_writes:       [limits.consoleWritesPerMemberPerMinute, minute],
  key_creation:        [limits.keysPerApplicationPerHour, hour],
  audit_verification:  [limits.auditVerificationsPerWorkspacePerMinute, minute],
  failed_auth:         [limits.failedAuthPerIpPerMinute, minute],
  sign_in_failures:    [limits.signInFailuresPerAccount, 15 * minute],
  sign_ups:            [limits.signUpsPerIpPerHour, hour],
  invitations:         [limits.invitationsPerPersonPerHour, hour],
  account_mails:       [limits.mailsPerAccountPerHour, hour],
  password_resets:     [limits.passwordResetsPerIpPerHour, hour],
  decision_mails:      [limits.decisionMailsPerSubjectPerHour, hour],
});

/** Counts in this process. */
export function createLimiter(limits: Limits): Limiter {
  const table = windows(limits);
  const limiters = new Map(
    (Object.keys(table) as LimitName[]).map((name) => {
      const [points, duration] = table[name];
      return [name, new RateLimiterMemory({ points, duration })];
    }),
  );
  const of = (name: LimitName): RateLimiterMemory => {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`There is no limit ${name}.`);
    return limiter;
  };
  const allowance = (name: LimitName, result: RateLimiterRes | null, exceeded: boolean): Allowance => {
    const [quota, windowSeconds] = table[name];
    const remaining = result?.remainingPoints ?? quota;
    const resetSeconds = Math.max(1, Math.ceil((result?.msBeforeNext ?? 0) / 1000));
    return { name, quota, windowSeconds, remaining, resetSeconds, exceeded };
  };
  return {
    async take(name, subject, count = 1) {
      try {
        return allowance(name, await of(name).consume(subject, count), false);
      } catch (result) {
        if (result instanceof RateLimiterRes) return allowance(name, result, true);
        throw result;
      }
    },
    async giveBack(name, subject) {
      await of(name).reward(subject, 1);
    },
    async clear(name, subject) {
      await of(name).delete(subject);
    },
  };
}
