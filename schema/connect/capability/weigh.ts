import { frequencyOf, frequencyOfEffect, sizeOf, type Scope } from './scope.ts';
import { positionOf } from './segment.ts';
import type { Meant } from './meant.ts';
import type { Term } from './terms.ts';
import { weights } from './weights.ts';

/** A term with its meanings in each scope and its weight. Rare terms weigh more. */
export interface Weighed {
  term: Term;
  meant: readonly Meant[];
  weight: number;
  /** Of capabilities with the effect but without the word; 0 if the term asks for no effect. */
  ofEffect: number;
}

/** How little the frequency of each word of a term counts beside that of the term. */
const ofWord = 0.2;
/** From 0, where all terms weigh the same, to 1. */
const ofTerm = 0.8;
const leastOfEffect = 0.5;

/** Weighs a term by how rare its words are, and the words by how rare each is among them. */
export function weigh(term: Term, meant: readonly Meant[], scopes: readonly Scope[]): Weighed {
  const total = scopes.reduce((sum, scope) => sum + sizeOf(scope), 0);
  const byWord = new Map<string, number>();
  const ofEffect = weightOfEffect(term);
  let frequency = scopes.reduce((sum, scope) => sum + ofEffect * frequencyOfEffect(scope, term.effect), 0);
  for (const [number, { words }] of meant.entries())
    for (const [word, weight] of words) {
      const scope = scopes[number] as Scope;
      const count = frequencyOf(scope, word);
      const text = scope.segment.words[word] ?? '';
      byWord.set(text, (byWord.get(text) ?? 0) + count);
      frequency += weight * count;
    }
  const rarest = [...byWord.values()].reduce(
    (most, count) => Math.max(most, rarity(count, total)),
    Number.EPSILON,
  );
  const adjusted = meant.map((one, number) => ({
    ...one,
    words: new Map(
      [...one.words].map(([word, weight]) => {
        const text = scopes[number]?.segment.words[word] ?? '';
        // The word itself always counts more than its other forms.
        if (weight === 1) return [word, weight] as const;
        return [word, weight * (rarity(byWord.get(text) ?? 0, total) / rarest) ** ofWord] as const;
      }),
    ),
  }));
  const least = term.effect === null ? 0 : leastOfEffect;
  const weight = term.weight * Math.max(rarity(frequency, total), least) ** ofTerm;
  return { term, meant: adjusted, weight, ofEffect };
}

function weightOfEffect({ effect, literal }: Term): number {
  if (effect === null) return 0;
  return literal === null ? 1 : weights.effect;
}

/** The inverse document frequency of BM25. */
function rarity(frequency: number, total: number): number {
  const found = Math.min(frequency, total);
  return Math.log(1 + (total - found + 0.5) / (found + 0.5));
}

/** Returns how much a name distinguishes its scope: little, if descriptions in other scopes have the word too. */
export function weightOfName(word: string, of: Scope, scopes: readonly Scope[]): number {
  const others = scopes.filter((scope) => scope !== of);
  const total = scopes.reduce((sum, scope) => sum + sizeOf(scope), 0);
  const count = others.reduce((sum, scope) => {
    const number = positionOf(scope.segment.words, word);
    return number === null ? sum : sum + frequencyOf(scope, number);
  }, 0);
  return (weights.name * Math.log(1 + total / (count + 1))) / Math.log(1 + total);
}
