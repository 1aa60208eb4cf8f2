import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

interface Table {
  /** The meanings of everyday words by the first stem. */
  meanings: ReadonlyMap<string, Meaning[]>;
  /** The first word of the list that a stem is in. In a phrase, each word of it may stand for the others. */
  sameAs: ReadonlyMap<string, string>;
}

const file = join(import.meta.dirname, 'synonyms.txt');
let table: Table | null = null;

// Read at the first search, since stems take a while.
function tableNow(): Table {
  table ??= tableIn(readFileSync(file, 'utf8'));
  return table;
}

/**
 * Parses the table. In a line, `=` stands between words that mean the same. After a colon come the words that the
 * descriptions of providers have for the words or phrases before it. Other words may stand in place of an ellipsis:
 * “mark … done”.
 */
function tableIn(text: string): Table {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const lists = lines.filter((line) => !line.includes(':')).map((line) => line.split(' = '));
  const pairs = lines.filter((line) => line.includes(':')).map((line) => line.split(': '));
  const sameAs = new Map(
    lists
      .toReversed()
      .flatMap((words) => words.map((word) => [stemOf(word), stemOf(words[0] ?? '')] as const)),
  );
  const meanings = [
    ...lists.flatMap((words) =>
      words.map((word) =>
        meaningOf(
          word,
          words.filter((other) => other !== word),
          sameAs,
        ),
      ),
    ),
    ...pairs.flatMap(([phrases = '', words = '']) =>
      phrases.split(', ').map((phrase) => meaningOf(phrase, words.split(', '), sameAs)),
    ),
  ];
  return { meanings: Map.groupBy(meanings, ({ stems: [first = ''] }) => first), sameAs };
}

function meaningOf(phrase: string, words: readonly string[], sameAs: Table['sameAs']): Meaning {
  const parts = phrase.split('…').map((part) => tokenize(part).map((word) => stemOf(word)));
  const isPhrase = parts.flat().length > 1;
  const stems = isPhrase ? parts.flat().map((stem) => sameAs.get(stem) ?? stem) : parts.flat();
  const ends = parts.map((_, part) => parts.slice(0, part).flat().length);
  const open = new Set(ends.filter((end) => end > 0));
  const last = stems.length - 1;
  if (particles.has(stems[last] ?? '') && !isQuestionWord(stems[0] ?? '')) open.add(last);
  return { stems, open, words: tokenize(...words) };
}

/** Returns the words that a word may stand for. */
export function synonymsOf(word: string): string[] {
  const known = tableNow().meanings.get(stemOf(word)) ?? [];
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
  const { meanings, sameAs } = tableNow();
  const stems = words.map((word) => stemOf(word)).map((stem) => sameAs.get(stem) ?? stem);
  const found = stems.flatMap((stem, from) =>
    (meanings.get(stem) ?? []).flatMap((known) => {
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
