/** Reads a value that changes: first the current one, then each later one, without those that it was too slow for. */
export class LatestReader<Value> implements AsyncIterableIterator<Value> {
  readonly #leave: () => void;
  #latest: Value | null = null;
  #hasEnded = false;
  #wake: (() => void) | null = null;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  offer(value: Value): void {
    this.#latest = value;
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Value>> {
    while (!this.#hasEnded) {
      const value = this.#latest;
      this.#latest = null;
      if (value !== null) return { value, done: false };
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return { value: undefined, done: true };
  }

  // A native generator would end only after its pending wait.
  // oxlint-disable-next-line require-await
  async return(): Promise<IteratorResult<Value>> {
    this.#hasEnded = true;
    this.#leave();
    this.#wake?.();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
