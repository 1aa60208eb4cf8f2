import { kindOf, report, under } from './changes.ts';
import { equalityOf } from './schema-equality.ts';
import { isIdle } from './schema-keywords.ts';
import { compareExactly, type Compared, type Pair } from './schema-pair.ts';
import { allowsAll, viewOf, type View } from './schema-view.ts';

type Alternative = readonly [position: number, schema: unknown];

/** Whether the schema says nothing but `anyOf`. */
export function isOnlyAlternatives(view: View): boolean {
  return Array.isArray(view.rest.get('anyOf')) && allowsAll({ ...view, rest: withoutAnyOf(view) });
}

/**
 * Compares `anyOf`. Equal alternatives are paired first. Of the others, only additions or only removals can be
 * judged, or equally many one by one. A schema beside bare alternatives counts as the only one.
 */
export function compareAlternatives(compared: Compared): Pair[] {
  const { walk, roots, place, pair } = compared;
  const before = compared.before.rest.get('anyOf');
  const after = compared.after.rest.get('anyOf');
  if (before === undefined && after === undefined) return [];
  const [wasBare, isBare] = [isOnlyAlternatives(compared.before), isOnlyAlternatives(compared.after)];
  const ones = isBare && !wasBare ? [pair.before] : before;
  const others = wasBare && !isBare ? [pair.after] : after;
  if (!Array.isArray(ones) || !Array.isArray(others)) {
    compareExactly(compared, 'anyOf');
    return [];
  }
  const isPart = place.isPart || (!wasBare && !isBare) || ones.filter(mayBeObject(roots.before)).length > 1;
  const at = { ...under(place, 'anyOf'), isPart };
  const left: Alternative[] = [...ones.entries()];
  const added = [...others.entries()].filter(([index, other]: Alternative) => {
    const same = left.findIndex(([, one]) => equalityOf(walk, roots, one, other, at) !== 'DIFFERENT');
    if (same < 0) return true;
    const [found] = left.splice(same, 1);
    if (found && equalityOf(walk, roots, found[1], other, at) === 'WORDS')
      report(walk, 'WORDS', 'words_changed', under(at, index));
    return false;
  });
  if (left.length === added.length)
    return left.map(([, one], index): Pair => ({
      before: one,
      after: added[index]?.[1],
      place: under(at, added[index]?.[0] ?? index),
    }));
  if (left.length > 0 && added.length > 0) report(walk, 'BREAKING', 'not_comparable', at);
  else {
    for (const [index] of added)
      report(walk, kindOf(place, 'WIDENED'), 'alternative_added', under(at, index));
    for (const [index] of left)
      report(walk, kindOf(place, 'NARROWED'), 'alternative_removed', under(at, index));
  }
  return [];
}

function mayBeObject(root: unknown): (schema: unknown) => boolean {
  return (schema) => viewOf(root, schema)?.types.has('object') ?? true;
}

function withoutAnyOf({ rest }: View): View['rest'] {
  return new Map([...rest].filter(([keyword]) => keyword !== 'anyOf' && !isIdle(keyword)));
}
