import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { leastSimilarity, maxLonger, maxSimilar, shortestBeginning } from './rules.ts';
import { frequencyOf, type Scope } from './scope.ts';
import { at, firstFrom, positionOf } from './segment.ts';
import { stemOf } from './stem.ts';
import type { Term } from './terms.ts';
import { similarityOf, similarTo } from './trigrams.ts';
import { weights } from './weights.ts';

/** What a term means in the index of one connector. */
export interface Meant {
  /** The weight of each word, by its number. */
  words: Map<number, number>;
  /** Whether the term names the provider or a connection, and of which capabilities; null for all. */
  isName: boolean;
  named: readonly number[] | null;
}

type Stemmed = Term['synonyms'][number] & { stem: string };

/** Returns the words that a term stands for in each scope, or the most similar ones if there are none. */
export async function meaningsOf(term: Term, scopes: readonly Scope[]): Promise<Meant[]> {
  const all: Meant[] = [];
  const synonyms = term.synonyms.map((synonym) => ({ ...synonym, stem: stemOf(synonym.word) }));
  for (const scope of scopes) {
    all.push(meantIn(term.literal, synonyms, scope));
    await yieldToEventLoop();
  }
  const { literal } = term;
  const isKnown = all.some(({ words, isName }) => words.size > 0 || isName);
  if (literal === null || isKnown) return all;
  const alike = await alikeIn(scopes, literal);
  for (const [number, scope] of scopes.entries()) {
    const meant = all[number] as Meant;
    for (const [word, near] of alike) {
      add(scope, meant.words, positionOf(scope.segment.words, word), weights.similar * (0.3 + 0.7 * near));
      name(scope, meant, (other) => other === word);
    }
  }
  return all;
}

function meantIn(literal: string | null, synonyms: readonly Stemmed[], scope: Scope): Meant {
  const meant: Meant = { words: new Map(), isName: false, named: [] };
  for (const { word, stem, weight } of synonyms) addForms(scope, meant.words, word, stem, weight);
  if (literal === null) return meant;
  addForms(scope, meant.words, literal, stemOf(literal), 1);
  if (literal.length >= shortestBeginning) addLonger(scope, meant.words, literal);
  name(
    scope,
    meant,
    (word) => word === literal || (literal.length >= shortestBeginning && word.startsWith(literal)),
  );
  return meant;
}

function name({ names }: Scope, meant: Meant, isMeant: (word: string) => boolean): void {
  for (const { words, capabilities } of names)
    if (words.some(isMeant)) {
      meant.isName = true;
      meant.named = capabilities && meant.named && [...meant.named, ...capabilities];
    }
}

/** The word itself counts more than its other forms, since “repository” and “repositories” differ. */
function addForms(
  scope: Scope,
  meant: Map<number, number>,
  word: string,
  stem: string,
  weight: number,
): void {
  const { words, stems, stemStarts, stemmed } = scope.segment;
  const number = positionOf(stems, stem);
  // Without a word of this stem, the word is not there either.
  if (number === null) return;
  add(scope, meant, positionOf(words, word), weight);
  for (let form = at(stemStarts, number); form < at(stemStarts, number + 1); form += 1)
    add(scope, meant, at(stemmed, form), weight * weights.stem);
}

function addLonger(scope: Scope, meant: Map<number, number>, beginning: string): void {
  const { words } = scope.segment;
  const from = firstFrom(words, beginning);
  const end = Math.min(firstFrom(words, `${beginning}\uffff`), from + maxLonger);
  for (let word = from; word < end; word += 1) add(scope, meant, word, weights.beginning);
}

// A word that only capabilities outside the scope have does not exist.
function add(scope: Scope, meant: Map<number, number>, word: number | null, weight: number): void {
  if (word === null || (meant.get(word) ?? 0) >= weight) return;
  if (scope.known === null || frequencyOf(scope, word) > 0) meant.set(word, weight);
}

/** Returns the most similar words of all scopes, with their similarity. */
async function alikeIn(scopes: readonly Scope[], literal: string): Promise<[string, number][]> {
  const found = new Map<string, number>();
  for (const scope of scopes) {
    for (const { word, similarity: near } of similarTo(scope.segment, literal))
      if (scope.known === null || frequencyOf(scope, word) > 0)
        found.set(scope.segment.words[word] ?? '', near);
    for (const word of scope.names.flatMap(({ words }) => words)) {
      const near = similarityOf(literal, word);
      if (near >= leastSimilarity) found.set(word, near);
    }
    await yieldToEventLoop();
  }
  const byRank = [...found].toSorted(([one, near], [other, far]) => far - near || (one < other ? -1 : 1));
  return byRank.slice(0, maxSimilar);
}
