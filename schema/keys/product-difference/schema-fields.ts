import { isObject } from '../../values/foreign-values.ts';
import { fieldOf, kindOf, report, spend, under, unnamedIn, type Place, type Walk } from './changes.ts';
import type { Compared, Pair } from './schema-pair.ts';
import { isAny, textOf } from './schema-text.ts';
import type { View } from './schema-view.ts';

/** Compares the listed fields, whether they are required, and the fields that are not listed. */
export function compareFields(compared: Compared): Pair[] {
  const pairs = [...listed(compared), ...added(compared)];
  compareRequired(compared);
  return [...pairs, ...others(compared)];
}

function listed({ walk, place, before, after }: Compared): Pair[] {
  return [...(before.properties ?? [])].flatMap(([name, schema]) => {
    const at = fieldOf(place, name);
    if (after.properties?.has(name))
      return [{ before: schema, after: after.properties.get(name), place: at }];
    report(walk, 'BREAKING', 'field_removed', at);
    return [];
  });
}

function added({ walk, place, before, after }: Compared): Pair[] {
  return [...(after.properties ?? [])].flatMap(([name, schema]): Pair[] => {
    if (before.properties?.has(name)) return [];
    const at = fieldOf(place, name);
    const isDemanded = place.direction === 'REQUEST' && isNewlyRequired(name, before, after);
    if (isDemanded) report(walk, 'BREAKING', 'required_field_added', at);
    else report(walk, 'ADDITIVE', 'field_added', at);
    if (isDescribedElsewhere(walk, before, name, place)) {
      report(walk, 'BREAKING', 'not_comparable', at);
      return [];
    }
    const earlier = earlierOf(before, name, place);
    return earlier === null ? [] : [{ before: earlier, after: schema, place: at }];
  });
}

/** Returns the schema that a field had before it was listed, or null if clients had no reason to use it. */
function earlierOf({ properties, required, additional }: View, name: string, place: Place): unknown {
  if (additional === false) return null;
  if (!isAny(additional)) return additional;
  const isUsed = properties === null || required.has(name) || place.isPart;
  return isUsed && place.direction === 'REQUEST' ? true : null;
}

/** Keywords whose schemas are for the same value. */
const describing = ['anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependentRequired'];

/** Keywords that may describe fields without their names. */
const openKeywords = ['$ref', 'additionalProperties', 'patternProperties', 'unevaluatedProperties'];

const charactersOfPart = 1_000;

/** Whether a keyword that is compared exactly may have described the field. An answer only adds to it. */
function isDescribedElsewhere(walk: Walk, { rest }: View, name: string, place: Place): boolean {
  if (isObject(rest.get('unevaluatedProperties'))) return true;
  if (place.direction === 'ANSWER') return false;
  return (
    rest.has('patternProperties') ||
    describing.some((keyword) => {
      const text = rest.has(keyword) ? textOf(rest.get(keyword)) : '';
      if (text !== null) spend(walk, place, Math.ceil(text.length / charactersOfPart));
      return text === null || [name, ...openKeywords].some((word) => text.includes(JSON.stringify(word)));
    })
  );
}

function compareRequired({ walk, place, before, after }: Compared): void {
  const isRequest = place.direction === 'REQUEST';
  for (const name of after.required) {
    const isReported = isRequest && after.properties?.has(name) && !before.properties?.has(name);
    if (isNewlyRequired(name, before, after) && !isReported)
      report(walk, isRequest ? 'BREAKING' : 'ADDITIVE', 'field_now_required', fieldOf(place, name));
  }
  for (const name of before.required) {
    const isReported = before.properties?.has(name) && !after.properties?.has(name);
    if (!after.required.has(name) && !isReported)
      report(walk, isRequest ? 'ADDITIVE' : 'BREAKING', 'field_now_optional', fieldOf(place, name));
  }
}

function isNewlyRequired(name: string, before: View, after: View): boolean {
  return after.required.has(name) && !before.required.has(name);
}

function others({ walk, place, before, after }: Compared): Pair[] {
  const [one, other] = [before.additional, after.additional];
  const at = under(place, 'additionalProperties');
  if (one === false || other === false) {
    const kind = isAny(one) ? kindOf(place, 'NARROWED') : 'BREAKING';
    if (other !== false) report(walk, 'ADDITIVE', 'fields_opened', at);
    else if (one !== false) report(walk, kind, 'fields_closed', at);
    return [];
  }
  const inner = unnamedIn(place, '.*', 'additionalProperties');
  return one === true && other === true ? [] : [{ before: one, after: other, place: inner }];
}
