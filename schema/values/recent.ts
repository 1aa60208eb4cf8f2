/** What was used last, by a name, as much as it may be; what was used longest ago is forgotten first. */
export class Recent<Value> {
  readonly #max: number;
  readonly #values = new Map<string, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) this.set(name, value);
    return value;
  }

  /** What was forgotten for it, where that is something. */
  set(name: string, value: Value): Value | undefined {
    // A map keeps the order in which its names came.
    this.#values.delete(name);
    this.#values.set(name, value);
    if (this.#values.size <= this.#max) return undefined;
    const [oldest] = this.#values;
    if (oldest) this.#values.delete(oldest[0]);
    return oldest?.[1];
  }

  values(): Value[] {
    return [...this.#values.values()];
  }

  delete(name: string): void {
    this.#values.delete(name);
  }

  clear(): void {
    this.#values.clear();
  }
}
