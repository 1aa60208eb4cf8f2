import { expect, it } from 'vitest';
import { forEachIsolated } from '../../../schema/kernel/for-each-isolated.ts';
import type { LogEvent } from '../../../schema/kernel/ports/log.ts';

it('a job handles its rows one after another; it logs a row that fails, and continues', async () => {
  const [done, logged]: [string[], LogEvent[]] = [[], []];
  const keep = (event: LogEvent) => void logged.push(event);
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const failure = new Error('of the test');
  const rows = [{ id: 'one' }, { id: 'two' }, { id: 'three' }];

  await forEachIsolated({ log }, 'do-rows', rows, async ({ id }) => {
    done.push(`${id} begins`);
    await Promise.resolve();
    if (id === 'two') throw failure;
    done.push(`${id} ends`);
  });

  expect(done).toEqual(['one begins', 'one ends', 'two begins', 'three begins', 'three ends']);
  expect(logged).toEqual([{ event: 'job.row_failed', job: 'do-rows', id: 'two', error: failure }]);
});
