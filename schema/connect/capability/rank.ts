import type { CapabilityMode } from '../../../db/models/capability.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
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
  for (const [number, scope] of scopes.entries()) {
    const scores = new Scores(scope);
    for (const [position, term] of terms.entries()) {
      await scores.add(term, position, number, scopes);
      await yieldToEventLoop();
    }
    const { segment } = scope;
    const found = areAllNames ? new Set([...scores.matches(), ...scores.named()]) : scores.matches();
    for (const capability of found) {
      if (capability % yieldEvery === 0) await yieldToEventLoop();
      if (mode && (mode === 'read') !== (segment.areReads[capability] === 1)) continue;
      if (!top.accepts(scores.mostOf(capability))) continue;
      const score = scores.scoreOf(capability, whole);
      if (!top.accepts(score)) continue;
      top.add({
        id: segment.ids[capability] ?? '',
        score,
        titleLength: at(segment.titleLengths, capability),
      });
    }
    await yieldToEventLoop();
  }
  return top.ids();
}

function isImplied({ literal, synonyms }: Term): boolean {
  return literal === null && synonyms.length === 0;
}
