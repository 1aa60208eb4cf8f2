/** The index of one connector. Positions in `ids` and in `words` are the numbers of capabilities and words. */
export interface Segment {
  readonly bytes: number;
  /** In ascending order, as are `words` and `stems`. */
  readonly ids: readonly string[];
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** 1 for a capability that only reads. */
  readonly areReads: Uint8Array;
  /** What the operation does; see `codeOf` in `verbs.ts`. */
  readonly effects: Uint8Array;
  /** How many capabilities have each effect. */
  readonly effectCounts: Uint32Array;
  /** How many words the title has, and the path. */
  readonly titleLengths: Uint8Array;
  readonly pathLengths: Uint8Array;
  /** Where the entries of each word begin; one more marks the end. */
  readonly starts: Uint32Array;
  /** The capability of each entry, and the places where it has the word. */
  readonly capabilities: Uint32Array;
  readonly places: Uint8Array;
  /** Where the words of each stem begin in `stemmed`; one more marks the end. */
  readonly stemStarts: Uint32Array;
  readonly stemmed: Uint32Array;
  /** Pairs of a trigram and a word (`trigrams.ts`), in ascending order. */
  readonly trigrams: Float64Array;
}

/** Returns the position of the first value that is not below the given one. */
export function firstFrom<T extends number | string>(sorted: ArrayLike<T>, value: T): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as T) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the position of the value; null if it is missing. */
export function positionOf(sorted: ArrayLike<string>, value: string): number | null {
  const at = firstFrom(sorted, value);
  return sorted[at] === value ? at : null;
}

/** Returns the number at a position that the caller knows to exist. */
export const at = (array: ArrayLike<number>, position: number): number => array[position] ?? 0;
