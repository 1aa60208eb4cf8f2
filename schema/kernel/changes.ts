import { kindOfId } from '../values/id.ts';
import type { Changed, WorkspaceChanged } from './ports/feed.ts';

/** A change as it is told once it is committed, with the id of its transaction. */
interface Told {
  changed: Changed;
  transaction: string;
}

/** The chain in which something has changed, and the transaction that changed it. */
export interface ChainChange {
  chain: string;
  transaction: string;
}

/** What one transaction changes: each workspace and person is told of once, however much happens there. */
export class Changes {
  readonly #told = new Map<string, Told>();

  add(changed: Changed, transaction: string): void {
    const chain = 'personId' in changed ? changed.personId : changed.workspaceId;
    const told = this.#told.has(chain) ? ofSeveral(changed) : changed;
    this.#told.set(chain, { changed: told, transaction });
  }

  /** What another transaction has changed, of which it is not known whether everybody has acted on it. */
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

/** Whose chain it is, where it is one that snapshots rest on, and what is told of the change. */
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
