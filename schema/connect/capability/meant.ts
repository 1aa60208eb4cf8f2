import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { leastSimilarity, maxLonger, maxSimilar, shortestBeginning } from './rules.ts';
import type { Scope } from './scope.ts';
import { at, firstFrom, positionOf } from './segment.ts';
import { stemOf } from './stem.ts';
import { synonymsOf } from './synonyms.ts';
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
  const spellings = swapped(literal).map((word) => ({ word, stem: stemOf(word) }));
  const meantBySwapped = spellings.flatMap(({ word }) => synonymsOf(word));
  const alike = await alikeIn(scopes, literal, spellings);
  for (const [number, scope] of scopes.entries()) {
    const meant = all[number] as Meant;
    for (const [word, near] of alike) {
      addForms(scope, meant.words, word, stemOf(word), weights.similar * (0.3 + 0.7 * near));
      name(scope, meant, (other) => other === word);
    }
    for (const word of meantBySwapped)
      addForms(scope, meant.words, word, stemOf(word), weights.similar * weights.synonym);
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
  const forms = formsOf(scope, stem);
  // Without a word of this stem, the word is not there either.
  if (forms.length === 0) return;
  add(scope, meant, positionOf(scope.segment.words, word), weight);
  for (const form of forms) add(scope, meant, form, weight * weights.stem);
}

/** Returns the words of the index with a stem. */
function formsOf(scope: Scope, stem: string): number[] {
  const { stems, stemStarts, stemmed } = scope.segment;
  const number = positionOf(stems, stem);
  if (number === null) return [];
  return [...stemmed.subarray(at(stemStarts, number), at(stemStarts, number + 1))];
}

function addLonger(scope: Scope, meant: Map<number, number>, beginning: string): void {
  const { words } = scope.segment;
  const end = firstFrom(words, `${beginning}\uffff`);
  let left = maxLonger;
  for (let word = firstFrom(words, beginning); word < end && left > 0; word += 1) {
    if (!isIn(scope, word)) continue;
    add(scope, meant, word, weights.beginning);
    left -= 1;
  }
}

// A word that only capabilities outside the scope have does not exist.
function add(scope: Scope, meant: Map<number, number>, word: number | null, weight: number): void {
  if (word === null || (meant.get(word) ?? 0) >= weight) return;
  if (isIn(scope, word)) meant.set(word, weight);
}

function isIn({ segment, known }: Scope, word: number): boolean {
  if (known === null) return true;
  const { starts, capabilities } = segment;
  for (let entry = at(starts, word); entry < at(starts, word + 1); entry += 1)
    if (at(known, at(capabilities, entry)) > 0) return true;
  return false;
}

/** Two swapped letters leave few trigrams, but they are a frequent mistake. */
const nearnessOfSwapped = 0.9;

/** Returns the spellings with two neighboring letters swapped. */
function swapped(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, from) => word.slice(0, from) + word.charAt(from + 1) + word.charAt(from) + word.slice(from + 2),
  );
}

/** Returns the most similar words of all scopes, with their similarity. */
async function alikeIn(
  scopes: readonly Scope[],
  literal: string,
  spellings: readonly { word: string; stem: string }[],
): Promise<[string, number][]> {
  const found = new Map<string, number>();
  for (const scope of scopes) {
    const ofNames = new Set(scope.names.flatMap(({ words }) => words));
    for (const { word, similarity: near } of similarTo(scope.segment, literal))
      if (isIn(scope, word)) found.set(scope.segment.words[word] ?? '', near);
    for (const word of ofNames) {
      const near = similarityOf(literal, word);
      if (near >= leastSimilarity) found.set(word, near);
    }
    for (const { word: spelling, stem } of spellings) {
      const forms = formsOf(scope, stem).filter((form) => isIn(scope, form));
      if (forms.length > 0 || ofNames.has(spelling)) found.set(spelling, nearnessOfSwapped);
    }
    await yieldToEventLoop();
  }
  const byRank = [...found].toSorted(([one, near], [other, far]) => far - near || (one < other ? -1 : 1));
  return byRank.slice(0, maxSimilar);
}
