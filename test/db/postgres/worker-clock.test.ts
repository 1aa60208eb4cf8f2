import { expect, it, onTestFinished, vi } from 'vitest';
import { bootWorker } from '../../../server/boot.ts';
import { migratedDatabase } from '../../support/database.ts';
import { settingsFor } from '../../support/server-process.ts';

const tenMinutesMs = 600_000;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const settings = settingsFor(await migratedDatabase());

it('a worker beside the servers samples the database time repeatedly, as they do', async () => {
  await using running = await bootWorker(settings, () => log);
  const { clock } = running.ports;
  const before = clock.now().getTime();

  // As after the machine was asleep, when the monotonic clock stood still.
  const now = performance.now.bind(performance);
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() - tenMinutesMs);
  onTestFinished(() => spy.mockRestore());

  await expect.poll(() => clock.now().getTime()).toBeGreaterThan(before);
  expect(Math.abs(Date.now() - clock.now().getTime())).toBeLessThan(tenMinutesMs / 10);
});
