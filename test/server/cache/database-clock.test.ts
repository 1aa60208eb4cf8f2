import { expect, it, vi } from 'vitest';
import { createDatabaseClock } from '../../../server/cache/database-clock.ts';
import { testDatabase } from '../../support/database.ts';

const { knex } = await testDatabase();

async function databaseNow(): Promise<number> {
  const { rows } = await knex.raw('select clock_timestamp() as now');
  return rows[0].now.getTime();
}

it('the clock returns the database time plus the time since its sample, whatever the machine’s time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01') });
  const clock = await createDatabaseClock(knex);
  vi.useRealTimers();
  const there = await databaseNow();
  const here = clock.now().getTime();

  expect(Math.abs(here - there)).toBeLessThan(1000);
  await expect.poll(() => clock.now().getTime()).toBeGreaterThan(here);
});

it('the clock pauses if the database time was set back, and never goes back itself', async () => {
  const clock = await createDatabaseClock(knex);
  const before = clock.now().getTime();
  const raw = vi.spyOn(knex, 'raw').mockReturnValue({
    timeout: async () => ({ rows: [{ ms: before - 60_000 }] }),
  } as never);
  await clock.sample();
  raw.mockRestore();

  expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
  expect(clock.now().getTime()).toBeLessThan(before + 30_000);
});
