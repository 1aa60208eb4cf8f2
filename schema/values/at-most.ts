interface Bound {
  maxSize: number;
  sizeCalculation: () => number;
}

/**
 * Returns the options of an `LRUCache` that holds at most so many entries. With `max`, the cache would allocate the
 * arrays for all of them when it is created: 28 bytes for each.
 */
export function atMost(entries: number): Bound {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
