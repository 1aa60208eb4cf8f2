import { describe, expect, it } from 'vitest';
import { createSegments } from '../../../server/cache/segments.ts';
import { TestClock } from '../../support/clock.ts';

const sized = (bytes: number) => async () => await Promise.resolve({ bytes });

describe('the cached segments', () => {
  it('are built once for concurrent callers, and again for a new version', async () => {
    const segments = createSegments(100, new TestClock());
    let built = 0;
    const build = async () => await Promise.resolve({ bytes: 10, number: (built += 1) });

    const [one, other] = await Promise.all([segments.of('a', '1', build), segments.of('a', '1', build)]);
    const kept = await segments.of('a', '1', build);
    const newer = await segments.of('a', '2', build);

    expect([one, other, kept, newer].map(({ number }) => number)).toEqual([1, 1, 1, 2]);
  });

  it('are evicted an hour after their last use', async () => {
    const clock = new TestClock();
    const segments = createSegments(100, clock);
    const built: string[] = [];
    const use = async (name: string) =>
      await segments.of(name, '1', async () => {
        built.push(name);
        return await sized(10)();
      });
    await use('used');
    await use('unused');
    clock.advance({ minutes: 59 });
    await use('used');
    clock.advance({ minutes: 2 });
    segments.sweep();
    await use('used');
    await use('unused');

    expect(built).toEqual(['used', 'unused', 'unused']);
  });

  it('are evicted by their bytes, the least recently used first', async () => {
    const segments = createSegments(100, new TestClock());
    const built: string[] = [];
    const use = async (name: string) =>
      await segments.of(name, '1', async () => {
        built.push(name);
        return await sized(40)();
      });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await use(name);

    expect(built).toEqual(['a', 'b', 'c', 'b']);
  });

  it('are built again after a build that failed', async () => {
    const segments = createSegments(100, new TestClock());
    const failing = segments.of('a', '1', async () => await Promise.reject(new Error('No database.')));

    await expect(failing).rejects.toThrow('No database.');
    await expect(segments.of('a', '1', sized(1))).resolves.toEqual({ bytes: 1 });
  });

  it('are built at most three at a time', async () => {
    const segments = createSegments(100, new TestClock());
    let [running, most] = [0, 0];
    const build = async () => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
      return { bytes: 1 };
    };
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(async (name) => await segments.of(name, '1', build)));

    expect(most).toBe(3);
  });
});
