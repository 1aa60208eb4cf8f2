import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { impatient, patienceOf } from '../../../adapters/openapi/patience.ts';

describe('patience', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('runs out only while something is awaited', async () => {
    const patience = patienceOf(100);
    const slow = Promise.withResolvers<string>();

    const first = patience.wait(slow.promise);
    await vi.advanceTimersByTimeAsync(60);
    slow.resolve('told');
    expect(await first).toBe('told');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await patience.wait(Promise.resolve('at once'))).toBe('at once');

    const last = patience.wait(new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(39);
    expect(await Promise.race([last, Promise.resolve('still waiting')])).toBe('still waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await last).toBe(impatient);
  });
});
