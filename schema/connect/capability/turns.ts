import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { refuse } from '../../values/errors.ts';
import { maxWaitingSearches } from './rules.ts';

/** The next search follows one of this time without a pause. */
const shortMs = 2;
/** How long the next search waits at most, after the one before. */
const longestPauseMs = 20;

const turns = new Map<string, LimitFunction>();

/**
 * Ranks one search of a workspace at a time, so that many at once leave room for other requests. Other workspaces do
 * not wait for them. Throws `rate_limited` if too many wait already.
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
    await setImmediate();
    const start = performance.now();
    await search().then(resolve, reject);
    const tookMs = performance.now() - start;
    if (turn.pendingCount === 0) turns.delete(workspaceId);
    // Long searches that wait leave other requests about half of the time.
    else if (tookMs > shortMs) await wait(Math.min(tookMs, longestPauseMs));
  });
  return await promise;
}
