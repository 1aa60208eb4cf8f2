import { LRUCache } from 'lru-cache';
import type { WorkspaceChanged } from '../../schema/kernel/ports/feed.ts';
import { atMost } from '../../schema/values/at-most.ts';

/** How much of a workspace's cached data a change invalidates. */
export type InvalidationScope = 'NOTHING' | 'ONE_ROW' | 'EVERYTHING';

const maxWorkspaces = 20_000;

/**
 * The head of each workspace's chain up to which this instance has applied changes. A head's hash covers all
 * earlier entries. A change that directly follows the last head invalidates only its own row; a change with
 * that same head was already applied. Any other change may follow an unannounced one.
 */
export class SeenHeads {
  readonly #heads = new LRUCache<string, string>(atMost(maxWorkspaces));

  /** Returns the scope of a change, and records the change as applied. */
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
