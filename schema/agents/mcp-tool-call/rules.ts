import type { ApprovalStatus } from '../../../db/models/approval-request.ts';

/** The minutes that a call waits for its approval: by default, and at most. */
export const usualMinutes = 15;
export const maxMinutes = 24 * 60;
/** The most calls of an agent in progress. */
export const maxUnderWay = 50;
/** Longer than a call can wait for its decision and its execution, so older calls have ended. */
export const longestHours = 72;
/** For how many days a call's arguments and its result are stored. */
export const keptDays = 30;

/** The statuses of a call in progress: a request for the same call returns this one. */
export const underWay = ['PENDING', 'APPROVED', 'EXECUTING'] as const satisfies ApprovalStatus[];

/** Returns in how many seconds to poll again; null after the last change. */
export function pollAfterSeconds(status: ApprovalStatus): number | null {
  if (status === 'PENDING') return 5;
  return status === 'APPROVED' || status === 'EXECUTING' ? 1 : null;
}
