import type { Knex } from 'knex';
import type { Clock } from '../../schema/kernel/ports/clock.ts';

export interface DatabaseClock extends Clock {
  /** Reads the database's current time. */
  sample(): Promise<void>;
}

const timeoutMs = 1500;
const widestMs = 100;

/**
 * Extrapolates the database's time from the last sample, so that all instances decide by the same time,
 * whatever their own clocks show. It never goes back: after a correction it stays the same for a while.
 */
export async function createDatabaseClock(knex: Knex): Promise<DatabaseClock> {
  let ahead = -Infinity;
  let latest = -Infinity;
  const sample = async () => {
    const sent = performance.now();
    const { rows } = await knex
      .raw<{ rows: [{ ms: number }] }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms',
      )
      .timeout(timeoutMs);
    const received = performance.now();
    // If sending and receiving are too far apart, the previous sample is more accurate.
    if (received - sent > widestMs && ahead !== -Infinity) return;
    ahead = rows[0].ms - (sent + received) / 2;
  };
  await sample();
  return {
    sample,
    now() {
      latest = Math.max(latest, Math.floor(performance.now() + ahead));
      return new Date(latest);
    },
  };
}
