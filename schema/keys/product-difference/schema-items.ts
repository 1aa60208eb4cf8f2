import { unnamedIn } from './changes.ts';
import { compareExactly, type Compared, type Pair } from './schema-pair.ts';

/** Compares the items of arrays, one by one where the schemas list equally many. */
export function compareItems(compared: Compared): Pair[] {
  const { place } = compared;
  const [before, after] = [compared.before.rest, compared.after.rest];
  const [ones, others] = [before.get('prefixItems') ?? [], after.get('prefixItems') ?? []];
  const isPaired = Array.isArray(ones) && Array.isArray(others) && ones.length === others.length;
  if (!isPaired) compareExactly(compared, 'prefixItems');
  const listed = isPaired
    ? ones.map((one: unknown, index): Pair => ({
        before: one,
        after: others[index] as unknown,
        place: unnamedIn(place, '[]', 'prefixItems', index),
      }))
    : [];
  if (!before.has('items') && !after.has('items')) return listed;
  const [one, other] = [before.get('items') ?? true, after.get('items') ?? true];
  return [...listed, { before: one, after: other, place: unnamedIn(place, '[]', 'items') }];
}
