import { refuse } from './errors.ts';
import { dayMs, hourMs } from './time.ts';

export const timeBuckets = ['HOUR', 'DAY'] as const;
export type TimeBucket = (typeof timeBuckets)[number];

/** The most points of a series. */
export const maxPoints = 750;
/** For how many days counts by the hour are stored: as far back as a series of hours reaches. */
export const countDays = Math.ceil((maxPoints * hourMs) / dayMs);

const lengthOf: Record<TimeBucket, number> = { HOUR: hourMs, DAY: dayMs };

/** Whole buckets in UTC, from the beginning of the first to the end of the last. */
export interface Span {
  from: Date;
  to: Date;
  bucket: TimeBucket;
}

/** The arguments of a series. */
export interface Wanted {
  from: Date;
  /** By default, the present. */
  to?: Date | null | undefined;
  bucket: TimeBucket;
}

/**
 * Returns the buckets that contain a moment from `from` to before `to`. None begins in the future. Throws
 * `invalid_request` if there is none, or if they are more than a series has points.
 */
export function spanOf({ from, to, bucket }: Wanted, now: Date): Span {
  if (from > now) throw refuse('invalid_request', '`from` is in the future. Send an earlier `from`.');
  if (to && to <= from)
    throw refuse('invalid_request', '`from` is not before `to`. Send an earlier `from` or a later `to`.');
  const length = lengthOf[bucket];
  const last = to && to <= now ? to.getTime() - 1 : now.getTime();
  const start = floor(from.getTime(), length);
  const end = floor(last, length) + length;
  assertFits((end - start) / length, (end - start) / dayMs, bucket);
  return { from: new Date(start), to: new Date(end), bucket };
}

/** Returns a point for each bucket: the row that begins with it, or `empty`. */
export function filled<Point extends { start: Date }>(
  { from, to, bucket }: Span,
  rows: readonly Point[],
  empty: Omit<Point, 'start'>,
): Point[] {
  const length = lengthOf[bucket];
  const byStart = new Map(rows.map((row) => [row.start.getTime(), row]));
  return Array.from({ length: (to.getTime() - from.getTime()) / length }, (_, at) => {
    const start = from.getTime() + at * length;
    return byStart.get(start) ?? ({ ...empty, start: new Date(start) } as Point);
  });
}

/** Returns the beginning of the moment’s bucket in UTC. */
export function startOf(moment: Date, bucket: TimeBucket): Date {
  return new Date(floor(moment.getTime(), lengthOf[bucket]));
}

// Days and hours of UTC have no exceptions, so they are multiples since 1970.
function floor(ms: number, length: number): number {
  return Math.floor(ms / length) * length;
}

function assertFits(points: number, days: number, bucket: TimeBucket): void {
  if (points <= maxPoints) return;
  const unit = bucket.toLowerCase();
  const byDay = bucket === 'HOUR' && days < maxPoints ? 'Send `bucket` DAY, or a' : 'Send a';
  throw refuse(
    'invalid_request',
    `The span has ${points} buckets of one ${unit}, and the limit is ${maxPoints}. ${byDay} span of at most ${maxPoints} ${unit}s.`,
  );
}
