import { at, firstFrom, type Segment } from './segment.ts';
import { codeOf, type Effect } from './verbs.ts';

/** The part of a connector's index that a search may use. */
export interface Scope {
  segment: Segment;
  /** 1 for each capability that may influence the search; null for all. */
  known: Uint8Array | null;
  /** Words of names, each with the capabilities that they name; null for all of the connector. */
  names: readonly Named[];
}

export interface Named {
  words: readonly string[];
  capabilities: readonly number[] | null;
}

/** Returns the scope of some capabilities; those that the index does not have are left out. */
export function numbersOf({ ids }: Segment, wanted: Iterable<string>): number[] {
  return [...wanted].flatMap((id) => {
    const number = firstFrom(ids, id);
    return ids[number] === id ? [number] : [];
  });
}

/** Returns how many capabilities of the scope have a word. */
export function frequencyOf({ segment, known }: Scope, word: number): number {
  const { starts, capabilities } = segment;
  const [from, to] = [starts[word] ?? 0, starts[word + 1] ?? 0];
  if (!known) return to - from;
  let count = 0;
  for (let entry = from; entry < to; entry += 1) count += known[capabilities[entry] ?? 0] ?? 0;
  return count;
}

/** Returns how many capabilities the scope has. */
export function sizeOf({ segment, known }: Scope): number {
  return known ? known.reduce((sum, one) => sum + one, 0) : segment.ids.length;
}

/** Returns how many capabilities of the scope have an effect. */
export function frequencyOfEffect({ segment, known }: Scope, effect: Effect | null): number {
  const code = codeOf(effect);
  if (code === 0) return 0;
  if (!known) return at(segment.effectCounts, code);
  let count = 0;
  for (let capability = 0; capability < known.length; capability += 1)
    if (segment.effects[capability] === code) count += at(known, capability);
  return count;
}
