import { describe, expect, it } from 'vitest';
import { maxWaitingSearches } from '../../../../schema/connect/capability/rules.ts';
import { inTurn } from '../../../../schema/connect/capability/turns.ts';
import { refusalOf } from '../../../../schema/values/errors.ts';

describe('the searches of a workspace', () => {
  it('run one at a time, and those of another workspace do not wait for them', async () => {
    const held = Promise.withResolvers<string>();
    const begun: string[] = [];
    const first = inTurn('ws_1', async () => {
      begun.push('first');
      return await held.promise;
    });
    const second = inTurn('ws_1', async () => await Promise.resolve(begun.push('second')));

    await inTurn('ws_2', async () => await Promise.resolve(begun.push('other')));
    expect(begun).toEqual(['first', 'other']);
    held.resolve('done');

    expect(await first).toBe('done');
    await second;
    expect(begun).toEqual(['first', 'other', 'second']);
  });

  it('are refused if too many wait already, and again accepted afterwards', async () => {
    const held = Promise.withResolvers<void>();
    const all = Array.from(
      { length: maxWaitingSearches + 1 },
      async () => await inTurn('ws_1', async () => await held.promise),
    );

    const refused: unknown = await inTurn('ws_1', async () => await Promise.resolve()).catch(
      (error: unknown) => error,
    );
    expect(refusalOf(refused)).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 1 } });
    held.resolve();
    await Promise.all(all);

    expect(await inTurn('ws_1', async () => await Promise.resolve('accepted'))).toBe('accepted');
  });

  it('leave other requests as much time as they took, while others wait', async () => {
    const times: number[] = [];
    const search = async () => {
      const began = performance.now();
      while (performance.now() < began + 10);
      times.push(began, performance.now());
      return await Promise.resolve();
    };
    await Promise.all([inTurn('ws_1', search), inTurn('ws_1', search)]);

    const [, firstEnded = 0, secondBegan = 0] = times;
    // Timers may be a millisecond early.
    expect(secondBegan - firstEnded).toBeGreaterThan(8);
  });

  it('go on after one that failed', async () => {
    const failing = inTurn('ws_1', async () => await Promise.reject(new Error('It failed.')));
    const next = inTurn('ws_1', async () => await Promise.resolve('found'));

    await expect(failing).rejects.toThrow('It failed.');
    expect(await next).toBe('found');
  });
});
