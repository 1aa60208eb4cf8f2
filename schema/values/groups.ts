/** Sets of values by key; removes empty sets. */
export class Groups<T> {
  readonly #sets = new Map<string, Set<T>>();

  of(key: string): T[] {
    return [...(this.#sets.get(key) ?? [])];
  }

  countOf(key: string): number {
    return this.#sets.get(key)?.size ?? 0;
  }

  add(key: string, one: T): void {
    this.#sets.set(key, (this.#sets.get(key) ?? new Set()).add(one));
  }

  delete(key: string, one: T): void {
    const set = this.#sets.get(key);
    set?.delete(one);
    if (set?.size === 0) this.#sets.delete(key);
  }
}
