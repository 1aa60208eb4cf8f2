import { report, under, type Place, type Walk } from './changes.ts';
import { equalityOf, type Roots } from './schema-equality.ts';
import type { View } from './schema-view.ts';

/** Two schemas to compare. */
export interface Pair {
  before: unknown;
  after: unknown;
  place: Place;
}

/** Two schemas in comparison. */
export interface Compared {
  walk: Walk;
  roots: Roots;
  pair: Pair;
  place: Place;
  before: View;
  after: View;
}

/** Compares a keyword as a whole: any difference but one of words is breaking. */
export function compareExactly({ walk, roots, place, before, after }: Compared, keyword: string): void {
  const has = before.rest.has(keyword) && after.rest.has(keyword);
  // The keyword around it makes the comparison read its value as a schema, a list or names.
  const [one, other] = [before, after].map(({ rest }) => ({ [keyword]: rest.get(keyword) }));
  const equality = has ? equalityOf(walk, roots, one, other, place) : 'DIFFERENT';
  if (equality === 'WORDS') report(walk, 'WORDS', 'words_changed', under(place, keyword));
  if (equality === 'DIFFERENT') report(walk, 'BREAKING', 'not_comparable', under(place, keyword));
}
