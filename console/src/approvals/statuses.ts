/** The statuses of requests that wait, for a decision or for what it approved. */
export const waiting = ['PENDING', 'APPROVED', 'EXECUTING'] as const;

export const ended = [
  'EXECUTED',
  'REJECTED',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
  'OUTCOME_UNKNOWN',
  'SUPERSEDED',
] as const;
