/** A key with its item in each version; `undefined` where a version lacks it. */
export type KeyedPair<Item> = readonly [key: string, before: Item | undefined, after: Item | undefined];

/**
 * Returns the items of two versions by their keys: the earlier ones first, then those that are new. Items with
 * the same key are paired in their order, so none is lost.
 */
export function pairsOf<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): KeyedPair<Item>[] {
  const [ones, others] = [Map.groupBy(before, keyOf), Map.groupBy(after, keyOf)];
  const keys = new Set([...ones.keys(), ...others.keys()]);
  return [...keys].flatMap((key) => {
    const [earlier, later] = [ones.get(key) ?? [], others.get(key) ?? []];
    const longer = earlier.length > later.length ? earlier : later;
    return longer.map((_, index): KeyedPair<Item> => [key, earlier[index], later[index]]);
  });
}
