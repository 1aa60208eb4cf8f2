import type { ApprovalStatus } from '../../../db/models/approval-request.ts';

/** How long a call waits to be approved, where the agent says nothing else, and at most. */
export const usualMinutes = 15;
export const maxMinutes = 24 * 60;
/** How many of an agent’s calls may be under way at once. */
export const maxUnderWay = 50;
/** Longer than a call waits to be decided, and then to be run: older ones have ended, one way or another. */
export const longestHours = 72;
/** How long what a call said and what came of it is kept, to be read once more. */
export const keptDays = 30;

/** Those in which a call is under way: what is asked again is the same call. */
export const underWay = ['PENDING', 'APPROVED', 'EXECUTING'] as const satisfies ApprovalStatus[];

/** In how many seconds it is worth looking again; null once nothing changes any more. */
export function pollAfterSeconds(status: ApprovalStatus): number | null {
  if (status === 'PENDING') return 5;
  return status === 'APPROVED' || status === 'EXECUTING' ? 1 : null;
}
