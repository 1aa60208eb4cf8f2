/** The most distinct words of one capability that its connector's index has. */
export const maxWords = 200;

/** Each text of a capability is indexed up to here. */
export const maxTextLength = 8_000;

/** The most distinct words of one connector. Further words are not indexed. */
export const maxDictionary = 50_000;

/** The most entries of one connector's index: a word of a capability is an entry. */
export const maxEntries = 3_000_000;

/** The most bytes of indexes that one search reads. Of further connectors, a search by `connectorId` finds all. */
export const maxSearchedBytes = 48 * 2 ** 20;

/** No user types more words than this. */
export const maxTerms = 12;

/** How many words an unknown term stands for. */
export const maxSimilar = 5;
/** From 0 to 1; as in pg_trgm by default. */
export const leastSimilarity = 0.3;
/** A shorter term is no beginning of a longer word. */
export const shortestBeginning = 3;

/** How many rows a build of an index reads with one statement. */
export const pageSize = 500;
