/** Pairs of values that were compared. */
export class Pairs {
  readonly #others = new Map<unknown, Set<unknown>>();

  /** Adds a pair. Returns whether it is new. */
  add(one: unknown, other: unknown): boolean {
    const others = this.#others.get(one);
    if (others?.has(other)) return false;
    if (others) others.add(other);
    else this.#others.set(one, new Set([other]));
    return true;
  }
}
