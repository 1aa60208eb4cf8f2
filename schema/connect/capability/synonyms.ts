import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { tokenize } from '../../values/tokenize.ts';
import { isQuestionWord, isStopWord } from './stop-words.ts';
import { stemOf } from './stem.ts';

interface Meaning {
  /** The stems of a word or a phrase. */
  stems: string[];
  /** The places of stems that other words may stand before. */
  open: ReadonlySet<number>;
  words: string[];
}

/** What a phrase at a place of a query stands for. */
export interface Phrase {
  /** The positions of its words. */
  positions: number[];
  means: string[];
}

/** Other words may stand before these at the end of a phrase: “throw somebody out”. */
const particles: ReadonlySet<string> = new Set(
  'away back down in into off on out over together up'.split(' ').map((word) => stemOf(word)),
);
const maxBetween = 3;

type Row = string[] | Record<string, string[]>;

/**
 * In the file, a list has words that mean the same, and a pair says which words the descriptions of providers
 * have for words or phrases, which commas separate. Other words may stand in place of an ellipsis: “mark … done”.
 */
const rows = parse(readFileSync(join(import.meta.dirname, 'synonyms.yaml'), 'utf8')) as Row[];

/** The first word of the list that a stem is in. In a phrase, each word of it may stand for the others. */
const sameAs = new Map(
  rows
    .filter((row) => Array.isArray(row))
    .toReversed()
    .flatMap((row) => row.map((word) => [stemOf(word), stemOf(row[0] ?? '')] as const)),
);

/** The meanings of everyday words by the first stem. */
const table: ReadonlyMap<string, Meaning[]> = Map.groupBy(
  rows.flatMap((row) =>
    Array.isArray(row)
      ? row.map((word) =>
          meaningOf(
            word,
            row.filter((other) => other !== word),
          ),
        )
      : Object.entries(row).flatMap(([phrases, words]) =>
          phrases.split(', ').map((phrase) => meaningOf(phrase, words)),
        ),
  ),
  ({ stems: [first = ''] }) => first,
);

function meaningOf(phrase: string, words: readonly string[]): Meaning {
  const parts = phrase.split('…').map((part) => tokenize(part).map((word) => stemOf(word)));
  const isPhrase = parts.flat().length > 1;
  const stems = isPhrase ? parts.flat().map(commonOf) : parts.flat();
  const ends = parts.map((_, part) => parts.slice(0, part).flat().length);
  const open = new Set(ends.filter((end) => end > 0));
  const last = stems.length - 1;
  if (particles.has(stems[last] ?? '') && !isQuestionWord(stems[0] ?? '')) open.add(last);
  return { stems, open, words: tokenize(...words) };
}

function commonOf(stem: string): string {
  return sameAs.get(stem) ?? stem;
}

/** Returns the words that a word may stand for. */
export function synonymsOf(word: string): string[] {
  const known = table.get(stemOf(word)) ?? [];
  const words = tokenize(
    ...known.filter(({ stems }) => stems.length === 1).flatMap(({ words: means }) => means),
  );
  // “Shoppers” are customers rather than a customer: often a list is meant.
  return word.endsWith('s') && stemOf(word) !== word ? words.map((other) => `${other}s`) : words;
}

/**
 * Returns the phrases of the table in a query, the longest first. Two may share words, as “listen to a call”
 * and “group call” do, but each has a word of its own.
 */
export function phrasesIn(words: readonly string[]): Phrase[] {
  const stems = words.map((word) => commonOf(stemOf(word)));
  const found = stems.flatMap((stem, from) =>
    (table.get(stem) ?? []).flatMap((known) => {
      const positions = known.stems.length > 1 ? positionsOf(words, stems, from, known) : null;
      return positions ? [{ positions, means: known.words }] : [];
    }),
  );
  const taken = new Set<number>();
  return found
    .toSorted((one, other) => other.positions.length - one.positions.length)
    .filter(({ positions }) => {
      const isNew =
        positions.some((at) => !taken.has(at) && !isStopWord(words[at] ?? '')) ||
        positions.every((at) => !taken.has(at));
      if (isNew) for (const at of positions) taken.add(at);
      return isNew;
    });
}

function positionsOf(
  words: readonly string[],
  stems: readonly string[],
  from: number,
  known: Meaning,
): number[] | null {
  const positions = [from];
  let next = from + 1;
  for (const [place, stem] of known.stems.entries()) {
    if (place === 0) continue;
    let left = known.open.has(place) ? maxBetween : 0;
    for (; stems[next] !== stem; next += 1) {
      const word = words[next];
      if (word === undefined) return null;
      if (!isStopWord(word) && (left -= 1) < 0) return null;
    }
    positions.push(next);
    next += 1;
  }
  return positions;
}
