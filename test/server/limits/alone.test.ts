import { describe, expect, it } from 'vitest';
import { countAlone } from '../../../server/limits/alone.ts';
import { createWindows } from '../../../server/limits/windows.ts';

const limit = { name: 'member', quota: 3, windowSeconds: 60 } as const;

describe('the counts of one process', () => {
  it('admit up to the quota, in a window that begins with the first request, and again in the next one', async () => {
    let now = 5000;
    const counts = countAlone(limit, () => now);

    const first = await counts.take('a', 1);
    now += 20_500;
    const rest = [await counts.take('a', 2), await counts.take('a', 1)];
    const other = await counts.take('b', 1);
    now += 39_500;
    const next = await counts.take('a', 1);

    expect(first).toEqual({ ...limit, remaining: 2, resetSeconds: 60, exceeded: false });
    expect(rest).toEqual([
      { ...limit, remaining: 0, resetSeconds: 40, exceeded: false },
      { ...limit, remaining: 0, resetSeconds: 40, exceeded: true },
    ]);
    expect(other).toMatchObject({ remaining: 2, exceeded: false });
    expect(next).toMatchObject({ remaining: 2, resetSeconds: 60, exceeded: false });
  });

  it('take several as a whole or not at all, and zero always', async () => {
    const counts = countAlone(limit, () => 0);

    const [tooMany, two, none, one] = [
      await counts.take('a', 4),
      await counts.take('a', 3),
      await counts.take('a', 0),
      await counts.take('a', 1),
    ];

    expect([tooMany, two, none, one].map(({ exceeded }) => exceeded)).toEqual([true, false, false, true]);
  });

  it('can be returned and cleared', async () => {
    const counts = countAlone(limit, () => 0);

    await counts.take('a', 3);
    await counts.giveBack('a');
    const [back, over] = [await counts.take('a', 1), await counts.take('a', 1)];
    await counts.clear('a');
    const cleared = await counts.take('a', 3);
    await counts.giveBack('nobody');

    expect([back, over, cleared].map(({ exceeded }) => exceeded)).toEqual([false, true, false]);
    expect(await counts.take('nobody', 3)).toMatchObject({ remaining: 0, exceeded: false });
  });
});

describe('the windows of a limit', () => {
  const lastsMs = 10;
  const begin = (from: number) => ({ endsAt: from + lastsMs });
  const subjects = Array.from({ length: 1000 }, (_, number) => `s${number}`);

  it('exist until they end, and are removed soon after that', () => {
    const windows = createWindows({ lastsMs, begin });
    const isKept = (subject: string) => windows.find(subject, -Infinity) !== undefined;

    for (const [index, subject] of subjects.entries()) windows.of(subject, index);

    expect(subjects.filter((subject) => windows.find(subject, 999))).toEqual(subjects.slice(-10));
    expect(subjects.filter(isKept).length).toBeLessThanOrEqual(2 * lastsMs);
  });

  it('are limited in number: a flood of subjects evicts the oldest of them', () => {
    const windows = createWindows({ lastsMs: Infinity, begin: () => ({ endsAt: Infinity }), most: 100 });

    for (const subject of subjects) windows.of(subject, 0);
    const kept = subjects.filter((subject) => windows.find(subject, 0));

    expect(kept.length).toBeGreaterThanOrEqual(50);
    expect(kept.length).toBeLessThanOrEqual(100);
    expect(kept).toEqual(subjects.slice(-kept.length));
  });
});
