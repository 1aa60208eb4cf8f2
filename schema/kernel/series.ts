import type { ObjectRef } from '@pothos/core';
import { filled, maxPoints, spanOf, timeBuckets, type Span, type Wanted } from '../values/span.ts';
import { builder, type SchemaTypes } from './builder.ts';
import type { Context } from './context.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** Numbers of each bucket of a span. */
export interface Series<Point> {
  points: Point[];
  /** Null if the server never deletes the rows. */
  storedSince: Date | null;
}

const TimeBucketEnum = builder.enumType('TimeBucket', {
  description: 'An hour, or a day in UTC.',
  values: timeBuckets,
});

/** The arguments of every series. */
export const spanArgs = builder.args((t) => ({
  from: t.field({
    type: 'DateTime',
    required: true,
    description: 'A moment in the first bucket. It is not in the future.',
  }),
  to: t.field({
    type: 'DateTime',
    description: 'The last bucket contains the moment before it. By default, and at most, the present.',
  }),
  bucket: t.field({
    type: TimeBucketEnum,
    required: true,
    description: `How long a bucket is. A series has at most ${maxPoints}; otherwise \`invalid_request\`.`,
  }),
}));

/** What a series costs in GraphQL: it reads as many rows as a page. */
export const seriesCost = { field: 100, multiplier: 1 };

/** The meaning of a point’s `start`. */
export const startField = { type: 'DateTime', description: 'When the bucket begins.' } as const;

/** Returns the type of the series with these points. */
export function seriesType<Point>(
  name: string,
  point: ObjectRef<Types, Point>,
  { description, storage }: { description: string; storage: string },
) {
  return builder.objectRef<Series<Point>>(name).implement({
    description,
    fields: (t) => ({
      points: t.field({
        type: [point],
        description: 'One point for each bucket, oldest first, also if nothing happened in it.',
        complexity: { field: 0, multiplier: 0 },
        resolve: ({ points }) => points,
      }),
      storedSince: t.expose('storedSince', {
        type: 'DateTime',
        nullable: true,
        description: storage,
      }),
    }),
  });
}

interface Reading<Point> {
  args: Wanted;
  /** Reads rows with `start`, from `:from` to before `:to`, by buckets of one `:unit`. */
  sql: string;
  bindings: Record<string, unknown>;
  /** The numbers of a bucket in which nothing happened. */
  empty: Omit<Point, 'start'>;
  storedSince?: Date | null;
  /** Adds what is not written yet. */
  complete?: (rows: Point[], span: Span) => Point[];
}

/** Reads a series, and fills the buckets in which nothing happened. Throws `invalid_request`. */
export async function readSeries<Point extends { start: Date }>(
  { knex, clock }: Pick<Context, 'knex' | 'clock'>,
  { args, sql, bindings, empty, storedSince = null, complete = (rows) => rows }: Reading<Point>,
): Promise<Series<Point>> {
  const span = spanOf(args, clock.now());
  const { from, to, bucket } = span;
  const { rows } = await knex.raw(sql, { ...bindings, from, to, unit: bucket.toLowerCase() });
  return { points: filled(span, complete(rows as Point[], span), empty), storedSince };
}
