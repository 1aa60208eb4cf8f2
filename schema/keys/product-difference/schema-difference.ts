import { kindOf, report, spend, type Effect, type Place, type Walk } from './changes.ts';
import { Pairs } from './pairs.ts';
import { compareAlternatives, isOnlyAlternatives } from './schema-alternatives.ts';
import { compareBounds } from './schema-bounds.ts';
import { equalityOf } from './schema-equality.ts';
import { compareFields } from './schema-fields.ts';
import { compareItems } from './schema-items.ts';
import { compareKeywords } from './schema-rest.ts';
import type { Compared, Pair } from './schema-pair.ts';
import { isSameText } from './schema-text.ts';
import { compareTypes, compareValues } from './schema-values.ts';
import { allowsAll, viewOf, type View } from './schema-view.ts';

const maxDepth = 64;

/** Each compares one aspect, and returns the inner schemas that remain to be compared. */
const aspects: readonly ((compared: Compared) => Pair[])[] = [
  compareValues,
  compareBounds,
  compareKeywords,
  compareFields,
  compareItems,
  compareAlternatives,
];

/**
 * Reports how a schema changed. A field that no version lists is no promise, unless a schema for such fields
 * exists, or no fields are listed at all.
 */
export function compareSchemas(walk: Walk, before: unknown, after: unknown, place: Place): void {
  if (isSameText(before, after)) return;
  const roots = { before, after };
  // A part is compared more strictly, so its pairs count apart.
  const [seen, seenParts] = [new Pairs(), new Pairs()];
  // The nearest first, so a change of a shared definition has its shortest pointer.
  const pairs: Pair[] = [{ before, after, place }];
  for (const pair of pairs) {
    if (!(pair.place.isPart ? seenParts : seen).add(pair.before, pair.after)) continue;
    spend(walk, pair.place);
    for (const inner of innerOf(walk, roots, pair)) pairs.push(inner);
  }
}

function innerOf(walk: Walk, roots: Compared['roots'], pair: Pair): Pair[] {
  const { place } = pair;
  const [before, after] = [viewOf(roots.before, pair.before), viewOf(roots.after, pair.after)];
  if (!before || !after || place.depth > maxDepth) return compareWhole(walk, roots, pair);
  spend(walk, place, sizeOf(before) + sizeOf(after));
  const compared: Compared = { walk, roots, pair, place, before, after };
  const wasOpen = allowsAll(before);
  if (wasOpen !== allowsAll(after)) return reportWhole(compared, wasOpen ? 'NARROWED' : 'WIDENED');
  if (isOnlyAlternatives(before) !== isOnlyAlternatives(after)) return compareAlternatives(compared);
  if (compareTypes(compared) === 'DISJOINT') return [];
  return aspects.flatMap((compare) => compare(compared));
}

function sizeOf({ values, properties, required }: View): number {
  return (values?.size ?? 0) + (properties?.size ?? 0) + required.size;
}

function reportWhole({ walk, place }: Compared, effect: Effect): Pair[] {
  report(walk, kindOf(place, effect), effect === 'NARROWED' ? 'schema_added' : 'schema_removed', place);
  return [];
}

function compareWhole(walk: Walk, roots: Compared['roots'], { before, after, place }: Pair): Pair[] {
  const equality = equalityOf(walk, roots, before, after, place);
  if (equality === 'WORDS') report(walk, 'WORDS', 'words_changed', place);
  if (equality === 'DIFFERENT') report(walk, 'BREAKING', 'not_comparable', place);
  return [];
}
