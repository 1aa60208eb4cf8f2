import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { tokenize } from '../../values/tokenize.ts';
import { isStopWord } from './stop-words.ts';
import { stemOf } from './stem.ts';

interface Meaning {
  /** The stems of a word or a phrase. */
  stems: string[];
  words: string[];
}

/** What a phrase at a place of a query stands for. */
export interface Phrase {
  /** The positions of its words. */
  positions: number[];
  means: string[];
}

/** Other words may stand before these: “throw somebody out”. */
const particles: ReadonlySet<string> = new Set(
  'away back down in into off on out over together up'.split(' '),
);
const maxBetween = 3;

/**
 * The meanings of everyday words by the first stem. In the file, a list has words that mean the same, and a
 * pair says which words the descriptions of providers have for a word or a phrase.
 */
const table: ReadonlyMap<string, Meaning[]> = Map.groupBy(
  meaningsIn(readFileSync(join(import.meta.dirname, 'synonyms.yaml'), 'utf8')),
  ({ stems: [first = ''] }) => first,
);

function meaningsIn(text: string): Meaning[] {
  const rows = parse(text) as (string[] | Record<string, string[]>)[];
  return rows.flatMap((row) =>
    Array.isArray(row)
      ? row.map((word) =>
          meaningOf(
            word,
            row.filter((other) => other !== word),
          ),
        )
      : Object.entries(row).map(([phrase, words]) => meaningOf(phrase, words)),
  );
}

function meaningOf(phrase: string, words: readonly string[]): Meaning {
  return { stems: tokenize(phrase).map((word) => stemOf(word)), words: tokenize(...words) };
}

/** Returns the words that a word may stand for. */
export function synonymsOf(word: string): string[] {
  const known = table.get(stemOf(word)) ?? [];
  const words = known.filter(({ stems }) => stems.length === 1).flatMap(({ words: means }) => means);
  // “Shoppers” are customers rather than a customer: often a list is meant.
  return word.endsWith('s') && stemOf(word) !== word ? words.map((other) => `${other}s`) : words;
}

/** Returns the longest phrase of the table that begins at a position and uses only free words; null without one. */
export function phraseAt(
  words: readonly string[],
  from: number,
  isFree: (at: number) => boolean,
): Phrase | null {
  const found = (table.get(stemOf(words[from] ?? '')) ?? [])
    .filter(({ stems }) => stems.length > 1)
    .map(({ stems, words: means }) => ({ positions: positionsOf(words, from, stems, isFree), means }))
    .filter((phrase): phrase is Phrase => phrase.positions !== null);
  const length = Math.max(...found.map(({ positions }) => positions.length));
  const [first, ...others] = found.filter(({ positions }) => positions.length === length);
  return first ? { ...first, means: [first, ...others].flatMap(({ means }) => means) } : null;
}

function positionsOf(
  words: readonly string[],
  from: number,
  stems: readonly string[],
  isFree: (at: number) => boolean,
): number[] | null {
  const positions = [from];
  let next = from + 1;
  for (const [place, stem] of stems.entries()) {
    if (place === 0) continue;
    let left = place === stems.length - 1 && particles.has(stem) ? maxBetween : 0;
    for (; !isFree(next) || stemOf(words[next] ?? '') !== stem; next += 1) {
      const word = words[next];
      if (word === undefined) return null;
      if (!isStopWord(word) && (left -= 1) < 0) return null;
    }
    positions.push(next);
    next += 1;
  }
  return positions;
}
