/** Reads each value once and shares it among callers. After a failure, the next caller reads again. */
export class Reads {
  readonly #made = new Map<string, Promise<unknown>>();

  /** The name identifies the value and its shape. */
  async once<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#made.get(name) as Promise<Value> | undefined;
    if (known) return await known;
    const made = read();
    this.#made.set(name, made);
    made.catch(() => this.#made.delete(name));
    return await made;
  }

  forget(name: string): void {
    this.#made.delete(name);
  }
}
