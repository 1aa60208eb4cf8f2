import { tokenize } from '../../values/tokenize.ts';
import { maxTerms } from './rules.ts';
import { isQuestionWord, isStopWord } from './stop-words.ts';
import { phrasesIn, synonymsOf } from './synonyms.ts';
import { effectOf, type Effect } from './verbs.ts';
import { weights } from './weights.ts';

/** One thing that a query asks for. */
export interface Term {
  /** The word of the query; null for a phrase, and for an effect that the query only implies. */
  literal: string | null;
  /** Words that count as much as their weight. */
  synonyms: { word: string; weight: number }[];
  effect: Effect | null;
  weight: number;
}

/** Returns what a query asks for. Stop words count only in phrases, or if there is nothing else. */
export function termsOf(query: string): Term[] {
  const words = tokenize(query);
  const isPlain = words.every(isStopWord);
  const phrases = isPlain ? [] : phrasesIn(words);
  const taken = new Set(phrases.flatMap(({ positions }) => positions));
  const terms = words.flatMap((word, position) => {
    const ofPhrases = phrases
      .filter(({ positions: [first] }) => first === position)
      .flatMap(({ positions, means }) =>
        termsOfPhrase(
          positions.map((used) => words[used] ?? ''),
          means,
        ),
      );
    if (taken.has(position)) return ofPhrases;
    return isStopWord(word) && !isPlain ? [] : [termOf(word)];
  });
  // Phrases that overlap may say the same verb twice.
  const distinct = terms.filter(
    ({ literal, effect }, place) =>
      literal !== null || effect === null || terms.findIndex((other) => other.effect === effect) === place,
  );
  const asked = distinct.slice(0, maxTerms);
  if (asked.length === 0 || asked.some(({ effect }) => effect !== null)) return asked;
  // Who names only an object wants to see it.
  const weight = words.some(isQuestionWord) ? weights.question : weights.implied;
  return [...asked, { literal: null, synonyms: [], effect: 'read', weight }];
}

function termOf(word: string): Term {
  const effect = effectOf(word);
  const synonyms = synonymsOf(word).map((other) => ({ word: other, weight: weights.synonym }));
  return { literal: word, synonyms, effect, weight: effect ? weights.verb : 1 };
}

/** A phrase may stand for a verb and for its object: “leave a remark”. Each is a term. */
function termsOfPhrase(words: readonly string[], means: readonly string[]): Term[] {
  const weighted = means.map((word) => ({ word, weight: weights.synonym }));
  const own = words.filter((word) => !isStopWord(word)).map((word) => ({ word, weight: weights.ofPhrase }));
  const verbs = weighted.filter(({ word }) => effectOf(word) !== null);
  const objects = weighted.filter(({ word }) => effectOf(word) === null);
  const [verb] = verbs;
  const phrase = { literal: null, synonyms: [...objects, ...own], effect: null, weight: 1 };
  if (!verb) return [phrase];
  const action = { literal: null, effect: effectOf(verb.word), weight: weights.verb };
  if (objects.length === 0) return [{ ...action, synonyms: [...verbs, ...own] }];
  return [{ ...action, synonyms: verbs }, phrase];
}
