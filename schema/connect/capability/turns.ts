import { setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { refuse } from '../../values/errors.ts';
import { maxWaitingSearches } from './rules.ts';

/** How long the next search waits at most, after the one before. */
const longestPauseMs = 20;

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
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  void turn(async () => {
    const start = performance.now();
    await search().then(resolve, reject);
    // Waiting searches leave other requests about half of the time.
    if (turn.pendingCount > 0) await wait(Math.min(performance.now() - start, longestPauseMs));
    else turns.delete(workspaceId);
  });
  return await promise;
}
