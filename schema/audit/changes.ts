import type { Changed } from '../ports.ts';

/** A change as it is told once it is committed, with the id of its transaction. */
interface Told {
  changed: Changed;
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

  all(): Told[] {
    return [...this.#told.values()];
  }
}

function ofSeveral(last: Changed): Changed {
  if ('personId' in last) return last;
  const { only: _, ...anything } = last;
  return anything;
}
