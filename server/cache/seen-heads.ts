import { LRUCache } from 'lru-cache';
import type { WorkspaceChanged } from '../../schema/kernel/ports/feed.ts';

/** What has to be forgotten of all that rests on a workspace. */
export type InvalidationScope = 'NOTHING' | 'ONE_ROW' | 'EVERYTHING';

const maxWorkspaces = 100_000;

/**
 * The head of each workspace's chain as of which this instance has acted on what happened there. A head's hash holds all that came
 * before it, so a change that follows on the last head takes no more with it than it says, that head itself has been acted on,
 * and anything else may have come after others of which nobody told us, or out of another history.
 */
export class SeenHeads {
  readonly #heads = new LRUCache<string, string>({ max: maxWorkspaces });

  /** What has to be forgotten for a change; from then on it counts as acted on. */
  invalidationScopeOf({ workspaceId, head, since, only }: WorkspaceChanged): InvalidationScope {
    const last = this.#heads.get(workspaceId);
    if (head === undefined) this.#heads.delete(workspaceId);
    else this.#heads.set(workspaceId, head);
    if (last === undefined || head === undefined) return 'EVERYTHING';
    if (last === head) return 'NOTHING';
    return only !== undefined && last === since ? 'ONE_ROW' : 'EVERYTHING';
  }

  clear(): void {
    this.#heads.clear();
  }
}
