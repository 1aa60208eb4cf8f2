import type { Knex } from 'knex';
import type { Clock } from '../../schema/kernel/ports/clock.ts';

export interface DatabaseClock extends Clock {
  /** Asks the database what time it is. */
  sample(): Promise<void>;
}

const timeoutMs = 1500;
const widestMs = 100;

/**
 * The database's time when it was last asked, and how long ago that was: what decides is the same time on every instance,
 * whatever their machines say. It stands rather than goes back.
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
    // It was asked somewhere between; where that is too wide, the last sample is nearer.
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
