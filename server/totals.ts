import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { startOf, type TimeBucket } from '../schema/values/span.ts';

/** What one process counted of a subject in a period. */
export interface Total<Of, What extends string> {
  of: Of;
  /** The beginning of the period. */
  start: Date;
  /** Names this count. If the clock is set back, a later count of the same period does not replace it. */
  writer: string;
  sums: Readonly<Record<What, number>>;
}

interface Counting<Of, What extends string> extends Total<Of, What> {
  sums: Record<What, number>;
  /** The sum of all that is stored. */
  written: number;
}

interface Counted<Of, What extends string> {
  period: TimeBucket;
  nothing: Readonly<Record<What, number>>;
  nameOf: (of: Of) => string;
  /** Replaces the totals that this process wrote before. */
  write: (knex: Knex, totals: readonly Total<Of, What>[], now: Date) => Promise<void>;
}

export interface Totals<Of, What extends string> {
  count(what: What, of: Of, at: Date): void;
  /** Writes the totals that changed. Forgets those of periods that are over. */
  flush(now: Date): Promise<void>;
}

// The parameters of one statement are limited.
const rowsOfStatement = 1_000;

/** Counts in memory, so that a call writes nothing. */
export function createTotals<Of, What extends string>(
  knex: Knex,
  { period, nothing, nameOf, write }: Counted<Of, What>,
): Totals<Of, What> {
  const counts = new Map<string, Counting<Of, What>>();
  const begin = (of: Of, start: Date) => ({
    of,
    start,
    writer: randomUUID(),
    sums: { ...nothing },
    written: 0,
  });
  return {
    count(what, of, at) {
      const start = startOf(at, period);
      const name = `${start.getTime()}:${nameOf(of)}`;
      const count = counts.get(name) ?? begin(of, start);
      count.sums[what] += 1;
      counts.set(name, count);
    },
    async flush(now) {
      const changed = [...counts.values()].filter((count) => sumOf(count) > count.written);
      for (let from = 0; from < changed.length; from += rowsOfStatement) {
        const part = changed.slice(from, from + rowsOfStatement);
        const totals = part.map(({ sums, ...count }) => ({ ...count, sums: { ...sums } }));
        await write(knex, totals, now);
        for (const [at, count] of part.entries()) count.written = sumOf(totals[at] ?? count);
      }
      const present = startOf(now, period);
      for (const [name, count] of counts)
        if (count.start < present && sumOf(count) === count.written) counts.delete(name);
    },
  };
}

function sumOf({ sums }: { sums: Readonly<Record<string, number>> }): number {
  return Object.values(sums).reduce((sum, each) => sum + each, 0);
}
