import { kindOf, report, shown, under } from './changes.ts';
import type { Compared, Pair } from './schema-pair.ts';
import type { Atom } from './schema-view.ts';

/** Compares the types. DISJOINT: no value of the earlier schema has a type of the later one. */
export function compareTypes({ walk, place, before, after }: Compared): 'DISJOINT' | 'COMMON' {
  const lost = [...before.types].filter((type) => !after.types.has(type));
  const gained = [...after.types].filter((type) => !before.types.has(type));
  const at = under(place, 'type');
  if (lost.length > 0) report(walk, kindOf(place, 'NARROWED'), 'type_narrowed', at, namesOf(lost));
  if (gained.length > 0) report(walk, kindOf(place, 'WIDENED'), 'type_widened', at, namesOf(gained));
  const hasChanged = lost.length > 0 || gained.length > 0;
  return hasChanged && lost.length === before.types.size ? 'DISJOINT' : 'COMMON';
}

/**
 * Compares `enum` and `const`. A removed value is breaking everywhere, since a client may send or expect it.
 * A new one never is: an answer may gain values, like fields.
 */
export function compareValues({ walk, place, before, after }: Compared): Pair[] {
  const [one, other] = [before.values, after.values];
  const at = under(place, (other ? after : before).valuesFrom);
  if (!one && other) report(walk, kindOf(place, 'NARROWED'), 'values_restricted', at);
  if (one && !other) report(walk, kindOf(place, 'WIDENED'), 'values_unrestricted', at);
  if (!one || !other) return [];
  for (const text of one.keys())
    if (!other.has(text)) report(walk, 'BREAKING', 'value_removed', at, shown(text));
  for (const text of other.keys())
    if (!one.has(text)) report(walk, 'ADDITIVE', 'value_added', at, shown(text));
  return [];
}

function namesOf(types: readonly Atom[]): string {
  const isNumber = types.includes('fraction');
  const names = types.filter((type) => type !== 'fraction' && !(isNumber && type === 'integer'));
  return [...names, ...(isNumber ? ['number'] : [])].join(', ');
}
