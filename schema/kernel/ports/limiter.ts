export const limitNames = [
  'sandbox_key',
  'sandbox_application',
  'live_key',
  'live_application',
  'service',
  'mcp_credential',
  'anonymous',
  'member',
  'member_writes',
  'key_creation',
  'audit_verification',
  'explorer',
  'receipt_verification',
  'failed_auth',
  'sign_in_failures',
  'sign_ups',
  'client_registrations',
  'all_client_registrations',
  'invitations',
  'account_mails',
  'password_resets',
  'decision_mails',
] as const;

export type LimitName = (typeof limitNames)[number];

/** The state of a limit after a request was counted. */
export interface Allowance {
  name: LimitName;
  quota: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

export interface Limiter {
  /** Counts one request, or `count` of them. */
  take(name: LimitName, subject: string, count?: number): Promise<Allowance>;
  /** Gives back one request that was counted in advance. */
  giveBack(name: LimitName, subject: string): Promise<void>;
  clear(name: LimitName, subject: string): Promise<void>;
}
