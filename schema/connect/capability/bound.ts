import { frequencyOf, type Scope } from './scope.ts';
import type { Weighed } from './weigh.ts';
import { weightOfPlaces, weights } from './weights.ts';

const mostOfPlaces = Math.max(...weightOfPlaces);

/** Returns what the score of a capability cannot exceed if it has none of the terms that are done. */
export function mostWithout(
  done: readonly Weighed[],
  left: readonly Weighed[],
  { ofScope, whole }: { ofScope: number; whole: number },
): number {
  // It may still have the effect of a term.
  const most = [
    ...done.map(({ weight, ofEffect }) => ({ weight, match: ofEffect })),
    ...left.map((term) => ({ weight: term.weight, match: mostOf(term, ofScope) })),
  ];
  const sum = most.reduce((total, { weight, match }) => total + weight * match, 0);
  const share = most.reduce((total, { weight, match }) => total + weight * Math.min(1, match), 0) / whole;
  const coverage = 1 - weights.coverage + weights.coverage * Math.min(1, share);
  return sum * coverage * (1 + weights.title) * (1 + weights.path);
}

/** Returns how many places of the index a term is found in. */
export function entriesOf({ meant }: Weighed, ofScope: number, scope: Scope): number {
  const words = [...(meant[ofScope]?.words.keys() ?? [])];
  return words.reduce((sum, word) => sum + frequencyOf(scope, word), 0);
}

function mostOf({ term, meant, ofEffect }: Weighed, ofScope: number): number {
  const words = [...(meant[ofScope]?.words.values() ?? [])];
  const [best = 0, ...others] = words.toSorted((one, other) => other - one);
  const further = term.literal === null ? weights.furtherOfPhrase : weights.further;
  const match = best + further * others.reduce((sum, weight) => sum + weight, 0);
  return Math.max(ofEffect, match * mostOfPlaces);
}
