export interface Match {
  id: string;
  score: number;
  titleLength: number;
}

/** The best matches, in a heap whose root is the worst of them. */
export class Top {
  readonly #heap: Match[] = [];
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  /** Returns whether a match with this score can be among the best. */
  accepts(score: number): boolean {
    const [worst] = this.#heap;
    return this.#heap.length < this.#count || (worst !== undefined && score >= worst.score);
  }

  add(match: Match): void {
    const heap = this.#heap;
    if (heap.length < this.#count) {
      heap.push(match);
      this.#rise(heap.length - 1);
    } else if (heap[0] && isBefore(match, heap[0])) {
      heap[0] = match;
      this.#sink();
    }
  }

  /** Returns the ids, best match first. */
  ids(): string[] {
    return this.#heap.toSorted((one, other) => (isBefore(one, other) ? -1 : 1)).map(({ id }) => id);
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfWorse(at, parent)) return;
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const worse = this.#isWorse(right, left) ? right : left;
      if (!this.#swapIfWorse(worse, at)) return;
      at = worse;
    }
  }

  #isWorse(at: number, than: number): boolean {
    const [one, other] = [this.#heap[at], this.#heap[than]];
    return one !== undefined && other !== undefined && isBefore(other, one);
  }

  #swapIfWorse(at: number, parent: number): boolean {
    const [one, other] = [this.#heap[at], this.#heap[parent]];
    if (!one || !other || !isBefore(other, one)) return false;
    [this.#heap[at], this.#heap[parent]] = [other, one];
    return true;
  }
}

function isBefore(one: Match, other: Match): boolean {
  if (one.score !== other.score) return one.score > other.score;
  if (one.titleLength !== other.titleLength) return one.titleLength < other.titleLength;
  return one.id < other.id;
}
