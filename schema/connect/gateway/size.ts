/** Sizes of values in bytes, as JSON in UTF-8. */
export interface Sizes {
  /** Returns the size of a value; caches the sizes of objects and lists. */
  of(value: unknown): number;
}

export function sizes(): Sizes {
  const known = new Map<object, number>();
  const of = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return bytesOf(value);
    const before = known.get(value);
    if (before !== undefined) return before;
    const size = Array.isArray(value) ? ofList(value) : ofMembers(Object.entries(value));
    known.set(value, size);
    return size;
  };
  const ofList = (items: readonly unknown[]) =>
    items.reduce((sum: number, item) => sum + of(item), 2 + Math.max(0, items.length - 1));
  const ofMembers = (members: readonly [string, unknown][]) =>
    members.reduce(
      (sum, [name, member]) => sum + bytesOf(name) + 1 + of(member),
      2 + Math.max(0, members.length - 1),
    );
  return { of };
}

export function bytesOf(data: unknown): number {
  return Buffer.byteLength(JSON.stringify(data));
}
