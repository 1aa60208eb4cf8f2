import { setImmediate } from 'node:timers/promises';
import { refuse } from '../../values/errors.ts';
import { maxWaitingSearches } from './rules.ts';

/** The next search follows one of this time without a pause. */
const shortMs = 2;
/** How long the next search waits at most, after the one before. */
const longestPauseMs = 20;

/** The searches that wait, by caller; the caller whose turn comes next is the first. */
type Waiting = Map<string, PromiseWithResolvers<void>[]>;

/** By workspace; a workspace without a search has none. */
const turns = new Map<string, Waiting>();

export interface Searcher {
  workspaceId: string;
  /** Callers take turns, however many searches of one wait. */
  caller: string;
}

/**
 * Ranks one search of a workspace at a time, so that many at once leave room for other requests. Other workspaces do
 * not wait for them. Throws `rate_limited` if too many of the caller wait already.
 */
export async function inTurn<Result>(
  { workspaceId, caller }: Searcher,
  search: () => Promise<Result>,
): Promise<Result> {
  await turnOf(workspaceId, caller);
  let start = performance.now();
  try {
    await setImmediate();
    start = performance.now();
    return await search();
  } finally {
    const tookMs = performance.now() - start;
    // Long searches that wait leave other requests about half of the time.
    const isAwaited = (turns.get(workspaceId)?.size ?? 0) > 0;
    if (isAwaited && tookMs > shortMs) setTimeout(passOn, Math.min(tookMs, longestPauseMs), workspaceId);
    else passOn(workspaceId);
  }
}

async function turnOf(workspaceId: string, caller: string): Promise<void> {
  const waiting = turns.get(workspaceId);
  if (!waiting) {
    turns.set(workspaceId, new Map());
    return;
  }
  const own = waiting.get(caller) ?? [];
  if (own.length >= maxWaitingSearches)
    throw refuse(
      'rate_limited',
      `${maxWaitingSearches} of your searches already wait, which is the maximum. Try again in a second.`,
      { retryAfterSeconds: 1 },
    );
  const turn = Promise.withResolvers<void>();
  waiting.set(caller, [...own, turn]);
  await turn.promise;
}

function passOn(workspaceId: string): void {
  const waiting = turns.get(workspaceId);
  const [first] = waiting ?? [];
  if (!waiting || !first) {
    turns.delete(workspaceId);
    return;
  }
  const [caller, [turn, ...others]] = first;
  waiting.delete(caller);
  // The others wait until each other caller had a turn.
  if (others.length > 0) waiting.set(caller, others);
  turn?.resolve();
}
