import type { CapabilityMode } from '../../../db/models/capability.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { entriesOf, mostWithout } from './bound.ts';
import { meaningsOf } from './meant.ts';
import type { Scope } from './scope.ts';
import { Scores } from './scores.ts';
import { at } from './segment.ts';
import { termsOf, type Term } from './terms.ts';
import { Top } from './top.ts';
import { weigh, type Weighed } from './weigh.ts';

/** About a millisecond of scores. */
const yieldEvery = 1000;

export interface Asked {
  query: string;
  mode?: CapabilityMode | null | undefined;
  /** How many of the best matches are returned. */
  count: number;
}

/**
 * Returns the ids of the capabilities that match, best match first. A match has a word of the query, or its
 * name if the query has only names. Of equal matches, the one with the shorter title comes first, then the
 * lower id.
 */
export async function rank({ query, mode, count }: Asked, scopes: readonly Scope[]): Promise<string[]> {
  const terms: Weighed[] = [];
  for (const term of termsOf(query)) {
    terms.push(weigh(term, await meaningsOf(term, scopes), scopes));
    await yieldToEventLoop();
  }
  const others = terms.filter(({ meant }) => meant.every(({ isName }) => !isName));
  const whole = others.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const areAllNames = others.every(({ term }) => isImplied(term));
  const top = new Top(count);
  for (const [ofScope, scope] of scopes.entries()) {
    const scores = await scoresIn(scope, { terms, ofScope, scopes, whole, mode, count });
    const found = areAllNames ? new Set([...scores.matches(), ...scores.named()]) : scores.matches();
    for (const capability of found) {
      if (capability % yieldEvery === 0) await yieldToEventLoop();
      if (!isOfMode(scope, capability, mode) || !top.accepts(scores.mostOf(capability))) continue;
      const score = scores.scoreOf(capability, whole);
      if (!top.accepts(score)) continue;
      const { ids, titleLengths } = scope.segment;
      top.add({ id: ids[capability] ?? '', score, titleLength: at(titleLengths, capability) });
    }
    await yieldToEventLoop();
  }
  return top.ids();
}

interface Ranking extends Pick<Asked, 'mode' | 'count'> {
  terms: readonly Weighed[];
  ofScope: number;
  scopes: readonly Scope[];
  whole: number;
}

/**
 * Adds the terms to the scores of a scope, those that weigh most first. Once no other capability can be among the best,
 * frequent words count only in those that were found.
 */
async function scoresIn(
  scope: Scope,
  { terms, ofScope, scopes, whole, mode, count }: Ranking,
): Promise<Scores> {
  const scores = new Scores(scope);
  const ordered = [...terms.entries()].toSorted(([, one], [, other]) => other.weight - one.weight);
  const byWeight = ordered.map(([, term]) => term);
  const hasNames = terms.some(({ meant }) => meant[ofScope]?.isName);
  let isClosed = false;
  for (const [done, [position, term]] of ordered.entries()) {
    const found = scores.matches();
    if (!isClosed && !hasNames && found.length >= count && found.length < entriesOf(term, ofScope, scope)) {
      const most = mostWithout(byWeight.slice(0, done), byWeight.slice(done), { ofScope, whole });
      let better = 0;
      for (const [number, capability] of found.entries()) {
        if (number % yieldEvery === 0) await yieldToEventLoop();
        if (isOfMode(scope, capability, mode) && scores.scoreOf(capability, whole) > most) better += 1;
        if (better === count) break;
      }
      isClosed = better === count;
    }
    await scores.add(term, { position, ofScope, isClosed }, scopes);
    await yieldToEventLoop();
  }
  return scores;
}

function isOfMode({ segment }: Scope, capability: number, mode: Asked['mode']): boolean {
  return !mode || (mode === 'read') === (segment.areReads[capability] === 1);
}

function isImplied({ literal, synonyms }: Term): boolean {
  return literal === null && synonyms.length === 0;
}
