import { leastSimilarity } from './rules.ts';
import { at, firstFrom, type Segment } from './segment.ts';

/** The number of a word and the hash of a trigram are below this; both together are an exact number. */
const range = 2 ** 24;
const factor = 65_599;

/** Returns the hashes of a word's distinct trigrams. Its beginning and its end count, as in pg_trgm. */
function trigramsOf(word: string): number[] {
  const padded = `  ${word} `;
  const hashes = new Set<number>();
  for (let start = 0; start + 3 <= padded.length; start += 1) {
    let hash = 0;
    for (let next = start; next < start + 3; next += 1)
      hash = (Math.imul(hash, factor) + padded.charCodeAt(next)) | 0;
    hashes.add(hash & (range - 1));
  }
  return [...hashes];
}

/** Returns the pairs of a word with its trigrams. */
export function pairsOf(word: string, number: number): number[] {
  return trigramsOf(word).map((trigram) => trigram * range + number);
}

export interface Similar {
  word: number;
  similarity: number;
}

/** Returns the words that share enough trigrams with the given one. */
export function similarTo({ trigrams, words }: Segment, given: string): Similar[] {
  const own = trigramsOf(given);
  const shared = new Uint8Array(words.length);
  for (const trigram of own) {
    const end = firstFrom(trigrams, (trigram + 1) * range);
    for (let pair = firstFrom(trigrams, trigram * range); pair < end; pair += 1) {
      const word = at(trigrams, pair) % range;
      shared[word] = at(shared, word) + 1;
    }
  }
  const found: Similar[] = [];
  for (const [word, count] of shared.entries())
    if (count > 0) {
      const similarity = ratio(count, own.length, words[word] ?? '');
      if (similarity >= leastSimilarity) found.push({ word, similarity });
    }
  return found;
}

/** Counts repeated trigrams of the found word too, which are rare. */
function ratio(count: number, own: number, found: string): number {
  return count / (own + found.length + 1 - count);
}

/** Returns how similar two words are, from 0 to 1. */
export function similarityOf(one: string, other: string): number {
  const [own, theirs] = [trigramsOf(one), new Set(trigramsOf(other))];
  return ratio(own.filter((trigram) => theirs.has(trigram)).length, own.length, other);
}
