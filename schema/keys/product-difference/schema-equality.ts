import { isObject, own, type JsonObject } from '../../values/foreign-values.ts';
import { spend, type Place, type Walk } from './changes.ts';
import { holdings, isIdle } from './schema-keywords.ts';
import { isSameText, targetOf, textOf } from './schema-text.ts';
import { Pairs } from './pairs.ts';

/** The whole schemas, which references lead into. */
export interface Roots {
  before: unknown;
  after: unknown;
}

/** WORDS: they differ only in titles, descriptions or examples. */
export type Equality = 'SAME' | 'WORDS' | 'DIFFERENT';

interface Equation {
  walk: Walk;
  roots: Roots;
  place: Place;
  seen: Pairs;
  isSameWords: boolean;
}

const maxDepth = 64;

/** Returns whether two schemas say the same. It follows references, whose targets may have changed. */
export function equalityOf(
  walk: Walk,
  roots: Roots,
  before: unknown,
  after: unknown,
  place: Place,
): Equality {
  const equation: Equation = { walk, roots, place, seen: new Pairs(), isSameWords: true };
  if (!isSame(equation, before, after, 0)) return 'DIFFERENT';
  return equation.isSameWords ? 'SAME' : 'WORDS';
}

function isSame(equation: Equation, before: unknown, after: unknown, depth: number): boolean {
  if (depth > maxDepth) return false;
  if (!isObject(before) || !isObject(after)) return isSameText(before, after);
  // A pair that is being compared is the same unless another part differs.
  if (!equation.seen.add(before, after)) return true;
  spend(equation.walk, equation.place);
  return keywordsOf(before, after).every((keyword) => {
    const [one, other] = [own(before, keyword), own(after, keyword)];
    if (isIdle(keyword))
      return (equation.isSameWords &&= keyword === '$defs' || isSameText(one, other)) || true;
    if (keyword === '$ref') return isSameReference(equation, one, other, depth);
    if (keyword === 'required' || keyword === 'enum' || keyword === 'type') return isSameSet(one, other);
    const holds = holdings.get(keyword);
    if (holds === undefined) return isSameText(one, other);
    if (holds === 'ONE') return isSame(equation, one, other, depth + 1);
    return isSameGroup(equation, one, other, depth + 1);
  });
}

function isSameReference(equation: Equation, before: unknown, after: unknown, depth: number): boolean {
  const target = targetOf(equation.roots.before, before);
  const other = targetOf(equation.roots.after, after);
  if (target === undefined || other === undefined) return target === other && isSameText(before, after);
  return isSame(equation, target, other, depth + 1);
}

function isSameGroup(equation: Equation, before: unknown, after: unknown, depth: number): boolean {
  if (typeof before !== 'object' || before === null) return isSameText(before, after);
  if (typeof after !== 'object' || after === null || Array.isArray(before) !== Array.isArray(after))
    return false;
  const [ones, others] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  spend(equation.walk, equation.place, ones.size);
  return (
    ones.size === others.size &&
    [...ones].every(([name, one]) => others.has(name) && isSame(equation, one, others.get(name), depth))
  );
}

// The order of names, types and values says nothing, and a single type may stand in a list.
function isSameSet(before: unknown, after: unknown): boolean {
  const [ones, others] = [before, after].map((value) => new Set([value].flat().map(textOf)));
  if (!ones || !others || ones.has(null) || others.has(null)) return false;
  return ones.size === others.size && [...ones].every((text) => others.has(text));
}

function keywordsOf(before: JsonObject, after: JsonObject): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}
