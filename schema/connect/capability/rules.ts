/** The most distinct words of one capability that its connector's index has. */
export const maxWords = 200;

/** Each text of a capability is indexed up to here. */
export const maxTextLength = 8_000;

/** The most distinct words of one connector. Of further words, only those of titles, keys and paths are indexed. */
export const maxDictionary = 20_000;
/** The most distinct words of one connector with those of titles, keys and paths. */
export const maxMainDictionary = 40_000;

/** The most entries of one connector's index: a word of a capability is an entry. */
export const maxEntries = 2_000_000;

/** The most bytes of indexes that one search reads. Of further connectors, a search by `connectorId` finds all. */
export const maxSearchedBytes = 32 * 2 ** 20;

/** The most longer words that a beginning stands for. */
export const maxLonger = 200;

/** The most searches of one caller that wait for their turn. */
export const maxWaitingSearches = 50;

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
