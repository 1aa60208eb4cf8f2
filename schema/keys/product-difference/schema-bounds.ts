import { kindOf, report, under } from './changes.ts';
import { bounds, type Bound } from './schema-keywords.ts';
import type { Compared, Pair } from './schema-pair.ts';
import type { View } from './schema-view.ts';

interface Limit {
  keyword: string;
  value: number;
  isExclusive: boolean;
}

export function compareBounds({ walk, place, before, after }: Compared): Pair[] {
  for (const bound of bounds) {
    const [one, other] = [limitOf(before, bound), limitOf(after, bound)];
    const step = stepOf(bound, one, other);
    if (step === 0) continue;
    const { keyword } = after.bounds.has(other.keyword) ? other : one;
    const detail = `${textOf(other, bound)} instead of ${textOf(one, bound)}`;
    const at = under(place, keyword);
    if (step > 0) report(walk, kindOf(place, 'NARROWED'), 'bound_tightened', at, detail);
    else report(walk, kindOf(place, 'WIDENED'), 'bound_loosened', at, detail);
  }
  return [];
}

/** Returns the tightest limit that a schema states. */
function limitOf(view: View, bound: Bound): Limit {
  const none: Limit = { keyword: bound.keywords[0] ?? '', value: bound.none, isExclusive: false };
  return bound.keywords
    .map((keyword, index) => ({
      keyword,
      value: view.bounds.get(keyword) ?? bound.none,
      isExclusive: index === 1,
    }))
    .reduce((tightest, limit) => (stepOf(bound, tightest, limit) > 0 ? limit : tightest), none);
}

/** Returns a positive number if the second limit is tighter. */
function stepOf({ side, none }: Bound, one: Limit, other: Limit): number {
  if (one.value === other.value)
    return one.value === none ? 0 : Number(other.isExclusive) - Number(one.isExclusive);
  return other.value > one.value === (side === 'LOWER') ? 1 : -1;
}

function textOf({ keyword, value }: Limit, { none }: Bound): string {
  return value === none ? `no ${keyword}` : `${keyword} ${value}`;
}
