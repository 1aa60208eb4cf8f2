import type { WorkspaceChanged } from '../../schema/ports.ts';
import { Recent } from '../../schema/recent.ts';

/** What has to be forgotten of all that rests on a workspace. */
export type Reach = 'NOTHING' | 'ONE_ROW' | 'EVERYTHING';

const maxWorkspaces = 100_000;

/**
 * Up to which event this instance has acted on what happened in each workspace. Positions have no gaps and come in commit order:
 * so a change that follows on the last one takes no more with it than it says, and the last one itself has been acted on.
 * Any other may have come after some of which nobody told us, or late, or out of a database that was set back.
 */
export class Heard {
  readonly #positions = new Recent<number>(maxWorkspaces);

  /** What has to be forgotten for a change; from then on it counts as acted on. */
  reachOf({ workspaceId, position, only }: WorkspaceChanged): Reach {
    if (position === undefined) {
      this.#positions.delete(workspaceId);
      return 'EVERYTHING';
    }
    const last = this.#positions.get(workspaceId) ?? -1;
    if (last === position) return 'NOTHING';
    this.#positions.set(workspaceId, Math.max(last, position));
    return only !== undefined && last === position - 1 ? 'ONE_ROW' : 'EVERYTHING';
  }

  clear(): void {
    this.#positions.clear();
  }
}
