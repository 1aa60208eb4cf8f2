import pLimit, { type LimitFunction } from 'p-limit';
import { refuse } from '../../values/errors.ts';
import { maxWaitingSearches } from './rules.ts';

const turns = new Map<string, LimitFunction>();

/**
 * Runs the searches of one workspace one at a time, with their statements, so that many at once leave room for other
 * requests. Other workspaces do not wait for them. Throws `rate_limited` if too many wait already.
 */
export async function inTurn<Result>(workspaceId: string, search: () => Promise<Result>): Promise<Result> {
  const turn = turns.get(workspaceId) ?? pLimit(1);
  if (turn.pendingCount >= maxWaitingSearches)
    throw refuse(
      'rate_limited',
      `${maxWaitingSearches} searches of the workspace already wait, which is the maximum. Try again in a second.`,
      { retryAfterSeconds: 1 },
    );
  turns.set(workspaceId, turn);
  try {
    return await turn(search);
  } finally {
    if (turn.activeCount + turn.pendingCount === 0) turns.delete(workspaceId);
  }
}
