import { kindOfId } from '../values/id.ts';
import type { Changed, WorkspaceChanged } from './ports/feed.ts';

/** A change to publish after the commit, with the id of its transaction. */
interface Told {
  changed: Changed;
  transaction: string;
}

/** A chain that changed, and the transaction that changed it. */
export interface ChainChange {
  chain: string;
  transaction: string;
}

/** Collects the changes of one transaction, merged to one per workspace and person. */
export class Changes {
  readonly #told = new Map<string, Told>();

  add(changed: Changed, transaction: string): void {
    const chain = 'personId' in changed ? changed.personId : changed.workspaceId;
    const told = this.#told.has(chain) ? ofSeveral(changed) : changed;
    this.#told.set(chain, { changed: told, transaction });
  }

  /** Adds the changes of an earlier transaction, because some instances may not have handled them yet. */
  addAgain(changes: readonly ChainChange[]): void {
    for (const { chain, transaction } of changes) {
      const changed = changedIn(chain);
      if (changed) this.add(changed, transaction);
    }
  }

  all(): Told[] {
    return [...this.#told.values()];
  }

  chains(): ChainChange[] {
    return [...this.#told].map(([chain, { transaction }]) => ({ chain, transaction }));
  }
}

/** Returns the change of a workspace's or person's chain; null for a chain that no snapshot depends on. */
export function changedIn(chain: string, about: Omit<WorkspaceChanged, 'workspaceId'> = {}): Changed | null {
  const kind = kindOfId(chain);
  if (kind === 'workspace') return { workspaceId: chain, ...about };
  return kind === 'person' ? { personId: chain } : null;
}

function ofSeveral(last: Changed): Changed {
  if ('personId' in last) return last;
  const { only: _, ...anything } = last;
  return anything;
}
